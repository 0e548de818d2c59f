import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'

import { syncDirectory, syncFile } from './durable-file.ts'

interface DiskCalls {
  readonly syncFile: (file: string) => Promise<void>
  readonly syncDirectory: (directory: string) => Promise<void>
  readonly rename: (from: string, to: string) => Promise<void>
}

/**
 * Renames a directory after its complete content is on disk, so that the final name only ever has a
 * complete directory.
 */
export async function moveTree(
  { from, to }: { from: string; to: string },
  disk: DiskCalls = { syncFile, syncDirectory, rename },
): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile()) await disk.syncFile(file)
    if (entry.isDirectory()) await disk.syncDirectory(file)
  }
  await disk.syncDirectory(from)
  await disk.rename(from, to)
  await disk.syncDirectory(path.dirname(to))
}
