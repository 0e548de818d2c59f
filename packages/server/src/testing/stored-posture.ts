import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { TenantId } from '@tenantscope/contract/ids'
import { VERDICT_LETTERS } from '@tenantscope/contract/posture'
import type { CheckVerdict, EvidenceObject, PostureChange } from '@tenantscope/contract/posture'
import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import { RULES } from '../features/posture/rules.ts'

type StoredObject = Pick<EvidenceObject, 'kind' | 'id' | 'name'>

export interface StoredPosture {
  readonly tenantId: string
  readonly at: Date
  /** By check; every other check passed. */
  readonly verdicts?: Readonly<Record<string, CheckVerdict>>
  readonly objects?: Readonly<Record<string, readonly StoredObject[]>>
  readonly more?: Readonly<Record<string, number>>
  /** What was found, by check. */
  readonly reasons?: Readonly<Record<string, string>>
  /** Identifies other rules than the current ones. */
  readonly rules?: string
}

/** The judging of a tenant as it is stored, in place of the one before; without intervals. */
export async function storePosture(db: Kysely<Database>, posture: StoredPosture): Promise<void> {
  const { tenantId, at, verdicts = {}, objects = {}, more = {}, reasons = {} } = posture
  const { rules = RULES } = posture
  const letters = CHECKS.map(({ id }) => VERDICT_LETTERS[verdicts[id] ?? 'passed']).join('')
  await db.deleteFrom('tenantPostures').where('tenantId', '=', TenantId.parse(tenantId)).execute()
  await db.deleteFrom('postureEvidence').where('tenantId', '=', TenantId.parse(tenantId)).execute()
  await db
    .insertInto('tenantPostures')
    .values({ tenantId, judgedAt: at, dataAsOf: at, rules, verdicts: letters })
    .execute()
  await db
    .insertInto('postureEvidence')
    .values(
      CHECKS.map(({ id: checkId }) => ({
        tenantId,
        checkId,
        dataAsOf: at,
        reason: reasons[checkId] ?? `${checkId} was judged.`,
        counts: JSON.stringify({ people: 3 }),
        objects: JSON.stringify(objects[checkId] ?? []),
        more: more[checkId] ?? 0,
      })),
    )
    .execute()
}

/** Intervals of verdicts, in the order in which they began. */
export async function storeIntervals(
  db: Kysely<Database>,
  tenantId: string,
  intervals: readonly {
    checkId: string
    verdict: CheckVerdict
    since: Date
    until?: Date
    change: PostureChange
  }[],
): Promise<void> {
  for (const interval of intervals)
    await db
      .insertInto('postureIntervals')
      .values({ tenantId, until: null, ...interval, checkVersion: 1 })
      .execute()
}

export const objectOf = (id: string, kind: StoredObject['kind'] = 'user'): StoredObject => ({
  kind,
  id,
  name: `Name of ${id}`,
})
