import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

export type TransferFiles = ReturnType<typeof createTransferFiles>

const ABANDONED_MS = 24 * 60 * 60 * 1_000

/** Files on their way in or out, in DATA_DIR/transfer, which only this account may read. */
export function createTransferFiles(dataDir: string, clock: { now(): Date }) {
  const directory = path.join(dataDir, 'transfer')

  return {
    /** The name of a file that is not there yet. */
    async newFile(): Promise<string> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return path.join(directory, randomUUID())
    },

    remove: (file: string): Promise<void> => rm(file, { force: true }),

    /** Deletes files of crashed processes. */
    async sweep(): Promise<void> {
      const names = await readdir(directory).catch(() => [])
      for (const name of names) {
        const file = path.join(directory, name)
        const { mtimeMs } = await stat(file)
        if (clock.now().getTime() - mtimeMs > ABANDONED_MS) await rm(file, { force: true })
      }
    },
  }
}
