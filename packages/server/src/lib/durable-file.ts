import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { errorCode, isMissing } from './error-code.ts'

/** Returns the text of a file; null when it does not exist. */
export const readIfPresent = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** Replaces a private file; the complete text is on disk before it returns. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`
  try {
    const handle = await open(unfinished, 'w', 0o600)
    try {
      await handle.writeFile(`${text}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
    await syncDirectory(path.dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Flushes created and renamed entries of a directory to disk. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; NTFS orders its changes in a journal.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a file's content to disk. */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes only files that are open for writing.
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Lets `write` create a temporary file and renames it, so that the final name only ever has a
 * complete file.
 */
export async function addWholeFile<T>(
  file: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  const unfinished = `${file}.unfinished`
  try {
    const written = await write(unfinished)
    await rename(unfinished, file)
    await syncDirectory(path.dirname(file))
    return written
  } catch (error) {
    // An existing file belongs to another writer.
    if (errorCode(error) !== 'EEXIST') await rm(unfinished, { force: true })
    throw error
  }
}
