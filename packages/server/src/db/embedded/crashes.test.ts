import { loadavg } from 'node:os'

import { getCurrentUser } from '@tenantscope/contract/auth'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { sql } from 'kysely'
import { describe, expect, inject, test, vi } from 'vitest'

import { tierOf } from '../../../../../tools/test-tiers.ts'
import { lastUnexpectedEndIn } from '../../lib/run-record.ts'
import { copyTemplate, quietLogger } from '../../testing/database-template.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import type { ServerSession } from '../../testing/server-process.ts'
import { openDatabase } from '../connection.ts'
import { listSockets } from './owner-sockets.ts'

const CRASHES = Number(
  process.env['TENANTSCOPE_KILL_ROUNDS'] ?? (tierOf(process.env) === 'short' ? 3 : 50),
)
/** The first pause of a supervisor (bin/restarts.rules.ts). */
const FIRST_PAUSE_MS = 500
/** The pauses before restarts grow, so a new supervisor begins before they are long. */
const CRASHES_PER_SUPERVISOR = 3
const WRITERS = 3
const MOST_WRITES_BEFORE_CRASH = 30
/**
 * Maximum time from the signal until a call with the earlier session succeeds: the end of the process, the
 * supervisor's pause, and a start that opens the database from its log. 15 s are required on a quiet machine; the
 * test prints the time without the pause and the load, because a loaded machine takes several times as long.
 */
const ANSWERS_WITHIN_MS = 60_000
const ADMINISTRATOR = { username: 'ada', password: 'Nine-lives-each-1' }

describe.runIf(inject('databaseTemplate').engine === 'pglite')('SIGSEGV under writes', () => {
  test(
    `after ${CRASHES} crashes every acknowledged write is stored once, and the server answers`,
    { timeout: 60_000 + CRASHES * 90_000 },
    async () => {
      const copy = await copyTemplate(inject('databaseTemplate'))
      const server = await createServerProcess(
        {
          DATA_DIR: copy.dataDir,
          SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
          LOG_LEVEL: 'silent',
          ADMIN_USERNAME: ADMINISTRATOR.username,
          ADMIN_PASSWORD: ADMINISTRATOR.password,
        },
        { isSupervised: true },
      )
      const acknowledged = new Set<string>()
      const seconds: number[] = []
      const exitCodes: (number | null)[] = []
      let session: ServerSession | null = null
      for (let crash = 0; crash < CRASHES; crash += 1) {
        if (crash % CRASHES_PER_SUPERVISOR === 0) {
          exitCodes.push(await server.stop())
          await server.start()
        }
        session ??= await server.signIn(ADMINISTRATOR)
        const { pid } = ownerOf(copy.dataDir)
        const wanted = acknowledged.size + 1 + Math.floor(Math.random() * MOST_WRITES_BEFORE_CRASH)
        const writers = Array.from({ length: WRITERS }, (_, writer) =>
          write(session, `${crash}-${writer}`, acknowledged),
        )
        await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThanOrEqual(wanted), {
          timeout: ANSWERS_WITHIN_MS,
          interval: 1,
        })
        const crashedAt = performance.now()
        process.kill(pid, 'SIGSEGV')
        await Promise.all(writers)
        // The session that was open before is still accepted.
        await vi.waitFor(() => session?.call(getCurrentUser, {}), {
          timeout: ANSWERS_WITHIN_MS,
          interval: 50,
        })
        const pauseMs = FIRST_PAUSE_MS * 2 ** (crash % CRASHES_PER_SUPERVISOR)
        seconds.push((performance.now() - crashedAt - pauseMs) / 1_000)
        expect(ownerOf(copy.dataDir).pid).not.toBe(pid)
        await server.untilReady()
      }
      exitCodes.push(await server.stop())
      // Null: nothing ran before the first start.
      expect(exitCodes).toEqual([null, ...exitCodes.slice(1).map(() => 0)])
      expect(listSockets(copy.dataDir)).toEqual([])
      expect((await lastUnexpectedEndIn(copy.dataDir))?.signal).toBe('SIGSEGV')

      const { groups, audited } = await stored(copy.dataDir)
      expect(groups.filter((name) => acknowledged.has(name))).toEqual([...acknowledged].toSorted())
      // The audit has no unique names: a write that ran twice would be there twice.
      expect(audited).toBe(groups.length)
      process.stdout.write(
        `${CRASHES} crashes, ${acknowledged.size} writes; seconds until the server responds, without the pause: ` +
          `median ${middleOf(seconds)}, at most ${Math.max(...seconds).toFixed(1)}; load ${loadavg()[0]?.toFixed(1)}\n`,
      )
      await copy.remove()
    },
  )
})

function middleOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(1)
}

function ownerOf(dataDir: string) {
  const owners = listSockets(dataDir)
  const newest = owners.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime()).at(-1)
  if (newest === undefined) throw new Error('No process holds the data directory')
  return newest
}

/** Creates groups one after the other until the server is gone; adds each that was acknowledged. */
async function write(
  session: ServerSession | null,
  prefix: string,
  acknowledged: Set<string>,
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const name = `${prefix}-${number}`
    try {
      await session?.call(createTenantGroup, { body: { name, tenantIds: [] } })
    } catch {
      return
    }
    acknowledged.add(name)
  }
}

async function stored(dataDir: string): Promise<{ groups: string[]; audited: number }> {
  const database = await openDatabase({ databaseUrl: null, dataDir, logger: quietLogger })
  const { rows } = await sql<{ name: string }>`select name from tenant_groups`.execute(database.db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from security_audit_log where action = 'tenant group created'`.execute(
    database.db,
  )
  await database.close()
  return { groups: rows.map(({ name }) => name).toSorted(), audited: counts[0]?.count ?? -1 }
}
