import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Makes what was created or renamed in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; NTFS keeps the order of its changes in a journal.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a file's content survive a power cut. */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes only what is open for writing.
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `write` makes a new file under another name first: what has its name is whole, whatever happens. */
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
    // One that is there already is another's.
    const isOurs = !(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')
    if (isOurs) await rm(unfinished, { force: true })
    throw error
  }
}
