import { createLogger } from '../lib/logger.ts'
import { change } from './model-run.ts'
import type { ModelRun } from './model-run.ts'
import { visibleRows } from './visible-rows.ts'
import type { Rows } from './visible-rows.ts'

/** The result of one refresh. */
export interface Outcome {
  readonly kind: 'succeeded' | 'failed' | 'cut short'
  /** Of the run's tenant. */
  readonly code: string | null
  /** The directory changed while it was read. */
  readonly hasChanged: boolean
  readonly isContested: boolean
  readonly log: readonly string[]
}

/** The tenant as everybody sees it. */
export interface Standing {
  readonly currentGenerationId: number | null
  readonly failureCode: string | null
  readonly displayName: string
  readonly isGone: boolean
  readonly isConsented: boolean
  readonly grantedPermissions: readonly string[]
  readonly rows: Record<string, Rows>
}

export async function stateOf({ lab, tenantId }: ModelRun): Promise<Standing> {
  const { db } = lab.database.handle
  const { goneAt, grantedPermissions, ...tenant } = await db
    .selectFrom('tenants')
    .select(['currentGenerationId', 'failureCode', 'displayName', 'goneAt'])
    .select(['isConsented', 'grantedPermissions'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  // Without a generation nothing may be visible, whatever was begun.
  const generationId = tenant.currentGenerationId ?? 0
  return {
    ...tenant,
    isGone: goneAt !== null,
    grantedPermissions: grantedPermissions ?? [],
    rows: await visibleRows(db, { tenantId, generationId }),
  }
}

export type Interference = 'none' | 'changes' | 'cut short' | 'second writer'

/** Jobs are tried again until the run says what became of the tenant. */
const TRIES = 8
/** Requests of a usual refresh; small pages make more. */
const REQUESTS = 18

/** Refreshes the run's tenant as the jobs would, while something comes in between. */
export async function refresh(run: ModelRun, interference: Interference): Promise<Outcome> {
  const { lab, tenantId, random, story } = run
  const { runs, workers, wire, clock } = lab
  // No two refreshes begin at the very moment at which one ended.
  clock.advance({ hours: 0.01 })
  const log: string[] = []
  const logger = createLogger({ level: 'warn' }, { write: (line: string) => log.push(line) })
  const stop = new AbortController()
  const job = (signal: AbortSignal) => ({ payload: { tenantId }, signal, logger, attempt: 0 })
  const others: Promise<void>[] = []
  const moments = momentsOf(run, interference)
  let requests = 0
  let hasChanged = false
  wire.onRequest = (path) => {
    requests += 1
    if (!moments.has(requests)) return
    story.push(`  at request ${requests}, ${path.split('?')[0]}: ${interference}`)
    if (interference === 'changes' || (interference === 'second writer' && random.chance(0.5))) {
      hasChanged = true
      change(run, random.pick([1, 3, 8]))
    }
    if (interference === 'cut short') stop.abort(new Error('The process stops'))
    if (interference === 'second writer')
      others.push(workers[1].refresh(job(new AbortController().signal)).catch(() => undefined))
  }
  const runId = await runs.start(
    { requestedBy: 'the model', coversAll: false, needsDiscovery: false, tenantIds: [tenantId] },
    async () => undefined,
  )
  let outcome = { state: 'queued', code: null as string | null }
  for (let attempt = 0; attempt < TRIES && !stop.signal.aborted; attempt += 1) {
    await workers[0].refresh(job(stop.signal)).catch(() => undefined)
    await Promise.all(others)
    outcome = await lab.database.handle.db
      .selectFrom('syncRunTenants')
      .select(['state', 'code'])
      .where('runId', '=', runId)
      .executeTakeFirstOrThrow()
    if (outcome.state === 'succeeded' || outcome.state === 'failed') break
  }
  wire.onRequest = () => undefined
  const { state, code } = outcome
  const kind = state === 'succeeded' || state === 'failed' ? state : 'cut short'
  story.push(`Refresh (${interference}): ${kind} ${code ?? ''}, ${requests} requests`)
  return { kind, code, hasChanged, isContested: others.length > 0, log }
}

/** By the number of the request. */
function momentsOf({ random }: ModelRun, interference: Interference): Set<number> {
  if (interference === 'none') return new Set()
  const count = interference === 'changes' ? random.int(1, 3) : 1
  return new Set(Array.from({ length: count }, () => random.int(1, REQUESTS)))
}
