import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { syncDirectory } from '../../lib/durable-file.ts'

export type AuditHeadsFile = ReturnType<typeof createAuditHeadsFile>

/** DATA_DIR/audit-heads.json: each process with a data directory of its own keeps its own. */
export function createAuditHeadsFile(dataDir: string) {
  const file = path.join(dataDir, 'audit-heads.json')
  return {
    async read(): Promise<string | null> {
      return readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
        throw error
      })
    },

    /** On the disk, whole, before it returns. */
    async write(text: string): Promise<void> {
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
        await syncDirectory(dataDir)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}
