import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { isUnreadable, nextInHistory } from '@tenantscope/analysis/checks/verdict-history'
import type {
  HistoryStep,
  OpenInterval,
  VerdictHistory,
} from '@tenantscope/analysis/checks/verdict-history'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import type { StoredJudgement } from './judging/judging-protocol.ts'
import { RULES } from './rules.ts'
import { lettersOf } from './shown-verdicts.rules.ts'

/** A judgement with the date of its facts; null: that of the directory. */
interface DatedJudgement extends StoredJudgement {
  readonly dataAsOf: Date | null
}

/** The judgements of every check of a tenant. */
export interface JudgedTenant {
  readonly tenantId: TenantId
  /** When the directory was read. */
  readonly dataAsOf: Date
  readonly judgements: readonly DatedJudgement[]
  /** Equal for judgings with the same verdicts, evidence and dates of nightly readings. */
  readonly digest: string
}

/** Evidence per statement, in characters. */
const CHUNK_CHARACTERS = 1_000_000

const VERSIONS = new Map(CHECKS.map(({ id, version }) => [id, version]))

/** What a tenant must match, so that a judging of it is stored. */
export interface JudgedState {
  readonly accountsVersion: number
  /** Null: any, because the transaction publishes the one that was judged. */
  readonly generationId: number | null
}

/**
 * Writes only the dates of a judging that is equal to the last one. Returns false when it is another
 * one, or when the tenant has another state meanwhile. Needs no transaction.
 */
export async function storeDates(
  db: Db | Trx,
  { tenantId, dataAsOf, digest }: Omit<JudgedTenant, 'judgements'>,
  { at, state }: { readonly at: Date; readonly state: JudgedState },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tenant_postures set judged_at = ${at}, data_as_of = ${dataAsOf}
    from (
      select id from tenants
      where id = ${tenantId} and emergency_accounts_version = ${state.accountsVersion}
        and (${state.generationId}::bigint is null or current_generation_id = ${state.generationId}::bigint)
      for no key update
    ) as tenant
    where tenant_id = tenant.id and rules = ${RULES} and digest = ${digest}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/**
 * Stores verdicts, evidence and the changes of history within the transaction, which must hold a lock on
 * the tenant: two judgings of a tenant are stored one after the other.
 */
export async function storePosture(trx: Trx, judged: JudgedTenant, at: Date): Promise<void> {
  const { tenantId, dataAsOf, judgements, digest } = judged
  await storeHistory(trx, judged, at)
  const verdictById = new Map(judgements.map(({ checkId, verdict }) => [checkId, verdict]))
  const posture = {
    judgedAt: at,
    dataAsOf,
    rules: RULES,
    verdicts: lettersOf(CHECKS.map(({ id }) => verdictById.get(id) ?? 'notRead')),
    digest,
  }
  await trx
    .insertInto('tenantPostures')
    .values({ tenantId, ...posture })
    .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(posture))
    .execute()
  for (const chunk of chunksOf(judgements)) await storeEvidence(trx, tenantId, chunk)
  await sql`
    delete from posture_evidence where tenant_id = ${tenantId}
      and check_id <> all(${judgements.map(({ checkId }) => checkId)}::text[])`.execute(trx)
}

async function storeHistory(
  trx: Trx,
  { tenantId, judgements }: JudgedTenant,
  at: Date,
): Promise<void> {
  const open = await readOpenIntervals(trx, tenantId)
  const results = await readResults(trx, tenantId, judgements.filter(needsResult(open)))
  const steps = judgements.map(({ checkId, verdict }) => {
    const checkVersion = VERSIONS.get(checkId) ?? 0
    const { readable, unreadable } = open(checkId)
    const lastResult = results.get(checkId) ?? resultOf(readable)
    const step = nextInHistory({ readable, unreadable, lastResult }, { verdict, checkVersion })
    return { checkId, checkVersion, ...step }
  })
  await endIntervals(trx, tenantId, { steps, at })
  await reviseIntervals(trx, tenantId, steps)
  await beginIntervals(trx, tenantId, { steps, at })
}

type OpenIntervals = (checkId: string) => Pick<VerdictHistory, 'readable' | 'unreadable'>

async function readOpenIntervals(trx: Trx, tenantId: TenantId): Promise<OpenIntervals> {
  const rows = await trx
    .selectFrom('postureIntervals')
    .select(['checkId', 'verdict', 'checkVersion'])
    .where('tenantId', '=', tenantId)
    .where('until', 'is', null)
    .execute()
  const byCheck = Map.groupBy(rows, ({ checkId }) => checkId)
  return (checkId) => {
    const ofCheck = byCheck.get(checkId) ?? []
    return {
      readable: ofCheck.find(({ verdict }) => !isUnreadable(verdict)) ?? null,
      unreadable: ofCheck.find(({ verdict }) => isUnreadable(verdict)) ?? null,
    }
  }
}

const resultOf = (interval: OpenInterval | null): VerdictHistory['lastResult'] =>
  interval?.verdict === 'passed' || interval?.verdict === 'failed' ? interval.verdict : null

/** True for changes of a verdict that is no result: what matters is the result before it. */
const needsResult =
  (open: OpenIntervals) =>
  ({ checkId, verdict }: DatedJudgement): boolean => {
    const { readable } = open(checkId)
    return readable !== null && readable.verdict !== verdict && resultOf(readable) === null
  }

/** Returns the last result of these checks. */
async function readResults(
  trx: Trx,
  tenantId: TenantId,
  judgements: readonly DatedJudgement[],
): Promise<ReadonlyMap<string, 'passed' | 'failed'>> {
  if (judgements.length === 0) return new Map()
  const checkIds = judgements.map(({ checkId }) => checkId)
  const rows = await trx
    .selectFrom('postureIntervals')
    .distinctOn('checkId')
    .select(['checkId', 'verdict'])
    .where('tenantId', '=', tenantId)
    .where('checkId', 'in', checkIds)
    .where('verdict', 'in', ['passed', 'failed'])
    .$narrowType<{ verdict: 'passed' | 'failed' }>()
    .orderBy('checkId')
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ checkId, verdict }) => [checkId, verdict]))
}

const IS_UNREADABLE = sql<boolean>`(verdict in ('notRead', 'noPermission'))`

type StepOfCheck = HistoryStep & { readonly checkId: string; readonly checkVersion: number }

async function endIntervals(
  trx: Trx,
  tenantId: TenantId,
  { steps, at }: { steps: readonly StepOfCheck[]; at: Date },
): Promise<void> {
  const ended = steps.flatMap(({ checkId, ends }) =>
    ends.map((kind) => ({ checkId, isUnreadable: kind === 'unreadable' })),
  )
  if (ended.length === 0) return
  await sql`
    update posture_intervals set until = greatest(since, ${at}::timestamptz)
    where tenant_id = ${tenantId} and until is null and (check_id, ${IS_UNREADABLE}) in (
      select "checkId", "isUnreadable" from json_to_recordset(${storedJson(ended)}::json)
        as ended ("checkId" text, "isUnreadable" boolean))`.execute(trx)
}

async function beginIntervals(
  trx: Trx,
  tenantId: TenantId,
  { steps, at }: { steps: readonly StepOfCheck[]; at: Date },
): Promise<void> {
  const begun = steps.flatMap(({ checkId, begins }) => (begins ? [{ checkId, ...begins }] : []))
  if (begun.length === 0) return
  await sql`
    insert into posture_intervals (tenant_id, check_id, verdict, since, change, check_version)
    select ${tenantId}, "checkId", verdict, ${at}::timestamptz, change, "checkVersion"
    from json_to_recordset(${storedJson(begun)}::json)
      as begun ("checkId" text, verdict text, change text, "checkVersion" integer)`.execute(trx)
}

async function reviseIntervals(
  trx: Trx,
  tenantId: TenantId,
  steps: readonly StepOfCheck[],
): Promise<void> {
  const revised = steps.filter(({ isRevised }) => isRevised)
  if (revised.length === 0) return
  const rows = revised.map(({ checkId, checkVersion }) => ({ checkId, checkVersion }))
  await sql`
    update posture_intervals set check_version = revised."checkVersion"
    from json_to_recordset(${storedJson(rows)}::json)
      as revised ("checkId" text, "checkVersion" integer)
    where tenant_id = ${tenantId} and until is null and not ${IS_UNREADABLE}
      and check_id = revised."checkId"`.execute(trx)
}

/** Evidence that did not change gets only the date of its facts. */
async function storeEvidence(
  trx: Trx,
  tenantId: TenantId,
  judgements: readonly DatedJudgement[],
): Promise<void> {
  const rows = judgements.map(({ verdict: _verdict, ...evidence }) => evidence)
  await sql`
    with given as materialized (
      select "checkId" as check_id, "dataAsOf" as data_as_of, reason, counts::jsonb as counts,
        objects::jsonb as objects, more
      from json_to_recordset(${storedJson(rows)}::json) as given ("checkId" text,
        "dataAsOf" timestamptz, reason text, counts text, objects text, more integer)
    ),
    compared as materialized (
      select given.*, known.check_id is not null
        and row(known.reason, known.counts, known.objects, known.more)
          is not distinct from row(given.reason, given.counts, given.objects, given.more) as is_same
      from given left join posture_evidence as known
        on known.tenant_id = ${tenantId} and known.check_id = given.check_id
    ),
    dated as (
      update posture_evidence as known set data_as_of = compared.data_as_of from compared
      where known.tenant_id = ${tenantId} and known.check_id = compared.check_id
        and compared.is_same and known.data_as_of is distinct from compared.data_as_of
    )
    insert into posture_evidence
      (tenant_id, check_id, data_as_of, reason, counts, objects, more)
    select ${tenantId}, check_id, data_as_of, reason, counts, objects, more
    from compared where not is_same
    on conflict (tenant_id, check_id) do update set data_as_of = excluded.data_as_of,
      reason = excluded.reason, counts = excluded.counts, objects = excluded.objects,
      more = excluded.more`.execute(trx)
}

function chunksOf(judgements: readonly DatedJudgement[]): DatedJudgement[][] {
  const chunks: DatedJudgement[][] = [[]]
  let characters = 0
  for (const judgement of judgements) {
    if (characters > CHUNK_CHARACTERS) {
      chunks.push([])
      characters = 0
    }
    chunks.at(-1)?.push(judgement)
    characters += judgement.objects.length
  }
  return chunks
}
