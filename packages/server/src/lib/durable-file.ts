import { open } from 'node:fs/promises'

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
