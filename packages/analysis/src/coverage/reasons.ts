import type { MfaReason, PolicyGap } from '@tenantscope/contract/mfa'

import { REACH } from './audience.ts'
import type { Covered, CoverageClass } from './coverage.ts'
import type { PolicyReading } from './policy-readings.ts'
import { SITUATIONS } from './situations.ts'

/** Policies that are listed; a tenant may have 240. */
const LISTED = 8
/** Characters of a policy's name, and names of what is not known in one policy. */
const NAME_LENGTH = 120
const DETAILS = 6

/** Returns how many members lack what counts, by situation, and what is not known. */
export function situationReasons({ classes }: Covered): MfaReason[] {
  const members = (isWanted: (each: CoverageClass) => boolean): number =>
    classes.filter(isWanted).reduce((total, each) => total + each.members, 0)
  const open = SITUATIONS.flatMap(({ number, counts }, at): MfaReason[] => {
    if (counts === null) return []
    const people = members(({ situations }) => situations[at]?.coverage === 'notCovered')
    return people > 0 ? [{ kind: 'situation', situation: number, people }] : []
  })
  const blocked = members((each) => each.coverage === 'covered' && isBlockedOnly(each))
  const unknown = members(({ coverage }) => coverage === 'notKnown')
  return [
    ...open,
    ...(unknown > 0 ? [{ kind: 'notKnownPeople', people: unknown } as const] : []),
    ...(blocked > 0 ? [{ kind: 'blockedOnly', people: blocked } as const] : []),
  ]
}

/** Returns whether no situation that counts requests MFA. */
function isBlockedOnly({ situations }: CoverageClass): boolean {
  return SITUATIONS.every(
    ({ counts }, at) => counts === null || situations[at]?.outcome === 'blocked',
  )
}

/** Returns the policies that do not protect what they seem to, in the order of the list. */
export function* policyReasons(
  readings: readonly PolicyReading[],
  covered: Covered | null,
): Generator<undefined, MfaReason[], undefined> {
  const found: MfaReason[] = []
  const parts = covered && partsOf(covered)
  for (const reading of readings) {
    found.push(...gapsOf(reading, parts))
    yield
  }
  const more = found.length - LISTED
  return [
    ...found.slice(0, LISTED),
    ...(more > 0 ? [{ kind: 'morePolicies', policies: more } as const] : []),
  ]
}

/** Returns whether coverage in a situation that counts hangs on something that is not known. */
export const isOpen = ({ situations }: Pick<CoverageClass, 'situations'>): boolean =>
  situations.some(({ coverage }, at) => SITUATIONS[at]?.counts !== null && coverage === 'notKnown')

/** The classes of people that reasons ask for, chosen once: each policy asks again. */
interface Parts {
  /** The place of each enforced policy, by its id. */
  readonly placeOf: ReadonlyMap<string, number>
  readonly all: readonly CoverageClass[]
  readonly notCovered: readonly CoverageClass[]
  readonly notCoveredOrKnown: readonly CoverageClass[]
  readonly open: readonly CoverageClass[]
}

function partsOf({ policies, classes }: Covered): Parts {
  const all = classes.filter(({ members }) => members > 0)
  return {
    placeOf: new Map(policies.map(({ policy }, at) => [policy.id, at])),
    all,
    notCovered: all.filter(({ coverage }) => coverage === 'notCovered'),
    notCoveredOrKnown: all.filter(({ coverage }) => coverage !== 'covered'),
    open: all.filter(isOpen),
  }
}

function gapsOf(reading: PolicyReading, parts: Parts | null): MfaReason[] {
  const { policy, mentionsMfa, unknown } = reading
  if (policy.state === 'disabled') return []
  if (policy.state === 'enabledForReportingButNotEnforced')
    return mentionsMfa ? [gap(policy, 'reportOnly')] : []
  if (unknown.length > 0) return [gap(policy, 'notReadable', { details: unknown })]
  return [...scopeGapOf(reading, parts), ...audienceGapsOf(reading, parts)]
}

/** Returns why a policy with MFA covers fewer situations than it may seem to; nothing where all members are covered. */
function scopeGapOf(
  { policy, mentionsMfa, outcomes, limits, isCovering }: PolicyReading,
  parts: Parts | null,
) {
  if (outcomes.includes('depends') && (mentionsMfa || isDeciding(policy.id, parts)))
    return [gap(policy, 'depends', { details: limits })]
  if (!mentionsMfa || isEverybodyCovered(parts)) return []
  if (limits.length > 0) return [gap(policy, 'limited', { details: limits })]
  return isCovering ? [] : [gap(policy, 'notMfa')]
}

const isEverybodyCovered = (parts: Parts | null): boolean =>
  parts !== null && parts.all.length > 0 && parts.notCoveredOrKnown.length === 0

/** Returns whether a policy reaches members of whom it is not known whether they are covered. */
const isDeciding = (policyId: string, parts: Parts | null): boolean =>
  parts !== null && membersOf(parts.open, placeIn(parts, policyId), REACH.yes) > 0

/** Returns the members whom a policy misses and that no policy covers. */
function audienceGapsOf(
  { policy, isCovering, mentionsMfa }: PolicyReading,
  parts: Parts | null,
): MfaReason[] {
  if (parts === null || !isCovering) return []
  const at = placeIn(parts, policy.id)
  const excluded = membersOf(parts.notCovered, at, REACH.excluded)
  const isSelective = mentionsMfa && membersOf(parts.notCoveredOrKnown, at, REACH.no) > 0
  const reached = isSelective ? membersOf(parts.all, at, REACH.yes) : null
  return [
    ...(excluded > 0 ? [gap(policy, 'excludes', { people: excluded })] : []),
    ...(reached === null ? [] : [gap(policy, 'reaches', { people: reached })]),
  ]
}

function gap(
  { displayName }: PolicyReading['policy'],
  kind: PolicyGap,
  { people = null, details = [] }: { people?: number | null; details?: readonly string[] } = {},
): MfaReason {
  return {
    kind: 'policy',
    gap: kind,
    policyName: cut(displayName),
    people,
    details: details.slice(0, DETAILS).map(cut),
  }
}

/** Shortens a long text between characters, never within a surrogate pair. */
function cut(text: string): string {
  if (text.length <= NAME_LENGTH) return text
  const characters = Array.from(text.slice(0, NAME_LENGTH * 2)).slice(0, NAME_LENGTH)
  return `${characters.join('')}…`
}

const placeIn = ({ placeOf }: Parts, policyId: string): number => placeOf.get(policyId) ?? -1

/** Counts the members of a policy's reach, by its place in the list of enforced policies. */
function membersOf(classes: readonly CoverageClass[], at: number, wanted: number): number {
  let total = 0
  for (const { reach, members } of classes) if (reach[at] === wanted) total += members
  return total
}
