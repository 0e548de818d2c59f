import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { startScript } from '../../testing/database-processes.ts'
import { copyTemplate, quietLogger } from '../../testing/database-template.ts'
import { openDatabase } from '../connection.ts'

const rounds = Number(process.env['TENANTSCOPE_KILL_ROUNDS'] ?? 3)
const roundMs = 60_000
const template = inject('databaseTemplate')

describe.runIf(template.engine === 'pglite')('kill -9 while writing', () => {
  test(
    `${rounds} kills at random moments lose nothing that was acknowledged`,
    { timeout: rounds * roundMs },
    async () => {
      const copy = await copyTemplate(template)
      for (let round = 0; round < rounds; round += 1) {
        const acknowledged = await writeUntilKilled(copy.dataDir)
        const { both, last } = await readWritten(copy.dataDir)
        // One more may have been committed whose number was not printed any more.
        expect(last).toBeGreaterThanOrEqual(acknowledged)
        expect(last).toBeLessThanOrEqual(acknowledged + 1)
        expect(both).toEqual(Array.from({ length: last }, (_, index) => index + 1))
      }
      await copy.remove()
    },
  )
})

async function writeUntilKilled(dataDir: string): Promise<number> {
  const writer = startScript('database-writer.ts', [dataDir])
  const first = Number(await writer.nextLine())
  const killed = delay(Math.random() * 700).then(() => writer.kill('SIGKILL'))
  let last = first
  try {
    for (;;) last = Number(await writer.nextLine())
  } catch {
    await killed
  }
  return last
}

async function readWritten(dataDir: string): Promise<{ both: number[]; last: number }> {
  const handle = await openDatabase({ databaseUrl: null, dataDir, logger: quietLogger })
  const { rows } = await sql<{ number: number }>`
    select number from written full join written_too using (number)
    where written.number = written_too.number order by number`.execute(handle.db)
  const { rows: lasts } = await sql<{ last: number }>`
    select max(number) as last from written`.execute(handle.db)
  await handle.close()
  return { both: rows.map(({ number }) => number), last: lasts[0]?.last ?? 0 }
}
