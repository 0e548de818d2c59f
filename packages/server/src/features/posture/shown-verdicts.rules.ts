import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { Check } from '@tenantscope/analysis/checks/define-check'
import { postureScoreOf } from '@tenantscope/analysis/checks/posture-score'
import type { TenantId } from '@tenantscope/contract/ids'
import { CheckVerdict, VERDICT_LETTERS } from '@tenantscope/contract/posture'
import type {
  PostureCheck,
  PostureCheckTexts,
  PostureScore,
  ShownVerdict,
} from '@tenantscope/contract/posture'
import type { PostureSummary } from '@tenantscope/contract/posture-summary'

import { RULES } from './rules.ts'

const VERDICT_BY_LETTER = new Map(
  CheckVerdict.options.map((verdict) => [VERDICT_LETTERS[verdict], verdict]),
)

export const CHECK_BY_ID: ReadonlyMap<string, Check> = new Map(
  CHECKS.map((check) => [check.id, check]),
)

/** Returns the stored verdicts in the order of CHECKS; null when the current rules did not judge. */
export function storedVerdictsOf(posture: {
  readonly rules: string | null
  readonly verdicts: string | null
}): CheckVerdict[] | null {
  const { rules, verdicts } = posture
  if (rules !== RULES || verdicts?.length !== CHECKS.length) return null
  return verdicts.split('').map((letter) => VERDICT_BY_LETTER.get(letter) ?? 'notRead')
}

/** An exception that applies now. */
export interface ActiveException {
  readonly checkId: string
  /** Null: the complete check. */
  readonly objectId: string | null
  /** Null: all tenants. */
  readonly tenantIds: readonly TenantId[] | null
}

export interface Exceptions {
  /** Returns whether the check has an exception on any tenant. */
  hasAny(checkId: string): boolean
  isCheckExcepted(tenantId: TenantId, checkId: string): boolean
  /** The objects of the check that are excepted on the tenant. */
  objectsOf(tenantId: TenantId, checkId: string): ReadonlySet<string>
}

const ALL = '*'
const NONE: ReadonlySet<string> = new Set()

/** Returns the exceptions by tenant and check. */
export function exceptionsOf(rows: readonly ActiveException[]): Exceptions {
  const checks = new Set<string>()
  const objects = new Map<string, Set<string>>()
  const checkIds = new Set(rows.map(({ checkId }) => checkId))
  for (const { checkId, objectId, tenantIds } of rows)
    for (const tenantId of tenantIds ?? [ALL]) {
      const key = `${tenantId} ${checkId}`
      if (objectId === null) checks.add(key)
      else objects.set(key, (objects.get(key) ?? new Set()).add(objectId))
    }
  return {
    hasAny: (checkId) => checkIds.has(checkId),
    isCheckExcepted: (tenantId, checkId) =>
      checks.has(`${tenantId} ${checkId}`) || checks.has(`${ALL} ${checkId}`),
    objectsOf(tenantId, checkId) {
      const own = objects.get(`${tenantId} ${checkId}`)
      const ofAll = objects.get(`${ALL} ${checkId}`)
      if (own === undefined || ofAll === undefined) return own ?? ofAll ?? NONE
      return own.union(ofAll)
    },
  }
}

/** The objects of a failed check. */
export interface FailingObjects {
  readonly ids: readonly string[]
  /** Objects that are not stored. */
  readonly more: number
}

/** Returns whether each failing object is excepted; never when some of them are not stored. */
export function isEachExcepted(
  evidence: FailingObjects | undefined,
  excepted: ReadonlySet<string>,
): boolean {
  if (evidence === undefined || evidence.more > 0 || evidence.ids.length === 0) return false
  return evidence.ids.every((id) => excepted.has(id))
}

const SEVERITIES = CHECKS.map(({ severity }) => severity)

/** Returns the score of a tenant by its shown verdicts, in the order of CHECKS. */
export const scoreOf = (verdicts: readonly ShownVerdict[]): PostureScore =>
  postureScoreOf(verdicts.map((verdict, at) => ({ severity: SEVERITIES[at] ?? 'low', verdict })))

/** Returns the score of a tenant in a list, by its shown verdicts in the order of CHECKS. */
export function summaryOf(verdicts: readonly ShownVerdict[], isOld: boolean): PostureSummary {
  const { percent, grade } = scoreOf(verdicts)
  const criticalFailed = verdicts.filter(
    (verdict, at) => verdict === 'failed' && SEVERITIES[at] === 'critical',
  ).length
  return { score: percent, grade, criticalFailed, isOld }
}

export const lettersOf = (verdicts: readonly ShownVerdict[]): string =>
  verdicts.map((verdict) => VERDICT_LETTERS[verdict]).join('')

export const presentCheck = ({ id, title, severity, references }: Check): PostureCheck => ({
  id,
  title,
  severity,
  references: [...references],
})

export function presentTexts(check: Check): PostureCheckTexts {
  const { why, fix, effort, userImpact, licence } = check
  return { ...presentCheck(check), why, fix: [...fix], effort, userImpact, licence }
}
