import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { PartName } from '@tenantscope/analysis/checks/facts'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Trx } from '../../db/tables.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JudgingThread } from './judging/judging-thread.ts'
import type { PostureDueRepo } from './posture-due.repo.ts'
import { storeDates, storePosture } from './posture-store.repo.ts'
import type { JudgedTenant } from './posture-store.repo.ts'
import type { StoredFactsRepo } from './stored-facts.repo.ts'
import type { NightlyPart, ReadOutcome, StoredFrame } from './stored-rows.ts'

/** The job looks every hour, so that a tenant is judged at least once a day. */
const JUDGED_AGAIN_MS = 23 * 3_600_000
/** Tenants per query of those that are due. */
const DUE_TENANTS = 20
/** Judgings of a tenant whose data change meanwhile. */
const ATTEMPTS = 3

/** Judges tenants by every check, and stores verdicts, evidence and history. */
export function createPostureJudging(deps: {
  facts: StoredFactsRepo
  due: PostureDueRepo
  thread: Pick<JudgingThread, 'judge'>
  /** Judges the tenant again, once the transaction commits. */
  sendAgain: (tenantId: TenantId, transaction: Trx) => Promise<void>
  clock: Clock
  logger: Logger
}) {
  const { facts, due, thread, clock, logger } = deps

  async function judge(generation: GenerationOfTenant, outcome: ReadOutcome): Promise<Judged> {
    const { tenantId } = generation
    const { accountsVersion, ...frame } = await facts.readFrame(tenantId, outcome)
    const chunks = facts.chunks(generation, frame)
    const rows = await thread.judge({ frame, chunks, now: clock.now() })
    return {
      accountsVersion,
      judgedAsOf(dataAsOf) {
        const judgements = rows.judgements.map((each) => ({
          ...each,
          dataAsOf: earlierDateOf(each.checkId, { ...frame, asOf: dataAsOf }),
        }))
        const dates = judgements.map((each) => each.dataAsOf?.getTime() ?? '')
        return { tenantId, dataAsOf, judgements, digest: `${rows.digest} ${dates.join()}` }
      },
    }
  }

  /** Returns false when the tenant has another generation or other emergency accounts meanwhile. */
  async function storeCurrent(
    { tenantId, generationId }: GenerationOfTenant,
    { accountsVersion, judgedAsOf }: Judged,
    dataAsOf: Date,
  ): Promise<boolean> {
    const judged = judgedAsOf(dataAsOf)
    const state = { accountsVersion, generationId }
    if (await due.storeDates(judged, { at: clock.now(), state })) return true
    return due.transaction(async (trx) => {
      const tenant = await due.lockTenant(trx, tenantId)
      const isCurrent =
        tenant?.currentGenerationId === generationId &&
        tenant.emergencyAccountsVersion === accountsVersion
      if (!isCurrent) return false
      await storePosture(trx, judged, clock.now())
      return true
    })
  }

  /** Judges the stored data of a tenant again; does nothing while there are none. */
  async function judgeCurrent(tenantId: TenantId): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const current = await facts.findCurrent(tenantId)
      if (current === undefined) return
      const generation = { tenantId, generationId: current.generationId }
      const judged = await judge(generation, current.outcome)
      if (await storeCurrent(generation, judged, current.outcome.asOf)) return
    }
    throw new Error(`The data of tenant ${tenantId} changed while they were judged`)
  }

  return {
    judgeCurrent,

    /**
     * Judges a generation that is about to be published. Returns a function that stores the outcome
     * within the publishing transaction, which must lock the tenant; null when judging failed.
     * An error of either is logged only: the tenant keeps its earlier posture with its date.
     */
    async judgeRead(
      generation: GenerationOfTenant,
      outcome: Omit<ReadOutcome, 'asOf'>,
    ): Promise<((trx: Trx, at: Date) => Promise<void>) | null> {
      const { tenantId } = generation
      try {
        const judged = await judge(generation, { ...outcome, asOf: clock.now() })
        return (trx, at) =>
          withinSavepoint(trx, () => store(trx, judged, { tenantId, at }), logFailure(tenantId))
      } catch (error) {
        logFailure(tenantId)(error)
        return null
      }
    },

    /** Judges tenants that are due one after the other, and removes old intervals. */
    async judgeDue({ signal }: Pick<JobRun<unknown>, 'signal'>): Promise<void> {
      await due.deleteOldIntervals(clock.now(), signal)
      const judgedBefore = new Date(clock.now().getTime() - JUDGED_AGAIN_MS)
      let after = ''
      for (;;) {
        const tenantIds = await due.findDue({ judgedBefore, after, limit: DUE_TENANTS })
        for (const tenantId of tenantIds) {
          signal.throwIfAborted()
          await judgeCurrent(tenantId).catch(logFailure(tenantId))
        }
        if (tenantIds.length < DUE_TENANTS) return
        after = tenantIds.at(-1) ?? after
      }
    },
  }

  async function store(
    trx: Trx,
    { accountsVersion, judgedAsOf }: Judged,
    { tenantId, at }: { tenantId: TenantId; at: Date },
  ): Promise<void> {
    const judged = judgedAsOf(at)
    if (await storeDates(trx, judged, { at, state: { accountsVersion, generationId: null } }))
      return
    const tenant = await due.lockTenant(trx, tenantId)
    if (tenant?.emergencyAccountsVersion === accountsVersion) await storePosture(trx, judged, at)
    else await deps.sendAgain(tenantId, trx)
  }

  function logFailure(tenantId: TenantId) {
    return (error: unknown): void =>
      logger.error({ err: error, tenantId }, 'judging the posture of a tenant failed')
  }
}

interface Judged {
  /** The version of the emergency accounts that were used. */
  readonly accountsVersion: number
  /** Returns the judgements with the dates of their facts, given that of the directory. */
  readonly judgedAsOf: (dataAsOf: Date) => JudgedTenant
}

const NIGHTLY_PARTS: Readonly<Partial<Record<PartName, NightlyPart>>> = {
  registrationDetails: 'registrations',
  signInActivity: 'signIns',
  activeUsers: 'usage',
  devices: 'devices',
  applicationOwners: 'owners',
  dns: 'dns',
  perUserMfa: 'perUserMfa',
}

const NIGHTLY_BY_CHECK = new Map(
  CHECKS.map(({ id, needs, alsoReads }) => [
    id,
    [...needs, ...alsoReads].flatMap((part) => NIGHTLY_PARTS[part] ?? []),
  ]),
)

/** Returns the oldest date of the nightly readings that a check uses; null when the directory's is older. */
function earlierDateOf(
  checkId: string,
  { asOf, nightly }: Pick<StoredFrame, 'asOf' | 'nightly'>,
): Date | null {
  let oldest: Date | null = null
  for (const part of NIGHTLY_BY_CHECK.get(checkId) ?? []) {
    const reading = nightly[part]
    if ('asOf' in reading && reading.asOf < (oldest ?? asOf)) oldest = reading.asOf
  }
  return oldest
}

/** An error within undoes only this part of the transaction. */
async function withinSavepoint(
  trx: Trx,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await sql`savepoint posture`.execute(trx)
  try {
    await work()
    await sql`release savepoint posture`.execute(trx)
  } catch (error) {
    await sql`rollback to savepoint posture`.execute(trx)
    onFailure(error)
  }
}
