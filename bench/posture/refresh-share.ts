import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { createJudgingThread } from '../../packages/server/src/features/posture/judging/judging-thread.ts'
import { createPostureDueRepo } from '../../packages/server/src/features/posture/posture-due.repo.ts'
import { createPostureJudging } from '../../packages/server/src/features/posture/posture-judging.service.ts'
import { createStoredFactsRepo } from '../../packages/server/src/features/posture/stored-facts.repo.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { startInstallation } from '../hostile/installation.ts'
import type { Installation } from '../hostile/installation.ts'

const SAMPLE_EVERY_MS = 500
/** Clock ticks of Linux in a second, in which it counts processor time. */
const TICKS = 100

const Started = z.object({ runId: z.string() })
const Run = z.object({ finishedAt: z.string().nullable() })

/** Processor time for a tenant, in milliseconds, without that of the database. */
interface Share {
  readonly refreshMs: number
  /** What judging adds: reading the facts, judging and storing. Contained in `refreshMs`. */
  readonly judgingMs: number
}

/** Measures a full refresh of a simulated estate, and judging all of it again from what was stored. */
export async function measureShare(world: { tenants: number; users: number }): Promise<Share> {
  const installation = await startInstallation({ ...world, hostileUsers: 0 })
  try {
    const before = await processorMsOf(installation.processId)
    await refresh(installation)
    const refreshMs = (await processorMsOf(installation.processId)) - before
    const judged = await judgeAll(installation.database)
    return { refreshMs: refreshMs / judged.tenants, judgingMs: judged.processorMs / judged.tenants }
  } finally {
    await installation.stop()
  }
}

async function refresh(installation: Installation): Promise<void> {
  const { runId } = Started.parse(read(await installation.ask('/api/tenants/refresh', {})))
  for (;;) {
    const { finishedAt } = Run.parse(read(await installation.ask(`/api/sync-runs/${runId}`)))
    if (finishedAt !== null) return
    await wait(SAMPLE_EVERY_MS)
  }
}

const read = ({ content }: { content: Buffer }): unknown => JSON.parse(content.toString())

/** Processor time of a process with all of its threads. */
async function processorMsOf(processId: number): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8')
  // The name in parentheses may contain spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
}

async function judgeAll(environment: Readonly<Record<string, string>>) {
  const config = readConfig({ ...process.env, ...environment, PUBLIC_URL: 'http://localhost:1' })
  const logger = createLogger({ level: 'error' })
  const handle = await openDatabase({ ...config, logger })
  const thread = createJudgingThread()
  const judging = createPostureJudging({
    facts: createStoredFactsRepo(handle.db),
    due: createPostureDueRepo(handle.db),
    thread,
    sendAgain: () => Promise.reject(new Error('No accounts change here')),
    clock: { now: () => new Date() },
    logger,
  })
  try {
    const rows = await handle.db.selectFrom('tenantPostures').select('tenantId').execute()
    const since = process.cpuUsage()
    for (const { tenantId } of rows) await judging.judgeCurrent(tenantId)
    const { user, system } = process.cpuUsage(since)
    return { tenants: rows.length, processorMs: (user + system) / 1_000 }
  } finally {
    await thread.close()
    await handle.close()
  }
}
