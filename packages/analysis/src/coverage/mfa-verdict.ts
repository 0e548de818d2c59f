import type { MfaCounts, MfaCoverage, MfaPart, MfaReason } from '@tenantscope/contract/mfa'

import { isGuest } from './audience.ts'
import { coverPeople, finished, isEnabledPerson } from './coverage.ts'
import type { Covered } from './coverage.ts'
import { isAgent, valueOf } from './facts.ts'
import type { CoverageFacts, PersonFacts } from './facts.ts'
import { isEnforced, readPolicies } from './policy-readings.ts'
import type { PolicyReading } from './policy-readings.ts'
import { isOpen, policyReasons, situationReasons } from './reasons.ts'

/** Returns the MFA verdict of a tenant with counts and reasons (docs/posture.md). */
export function mfaVerdictOf(facts: CoverageFacts): MfaCoverage {
  return finished(mfaVerdictSteps(facts))
}

/** `mfaVerdictOf` in short steps, so that a server can serve requests between them. */
export function* mfaVerdictSteps(
  facts: CoverageFacts,
): Generator<undefined, MfaCoverage, undefined> {
  const { mfa } = yield* coverageWithVerdictSteps(facts)
  return mfa
}

/** The coverage of each person, see `coverageOf`, and the verdict that it gives. */
export interface CoverageWithVerdict {
  readonly covered: Covered | null
  readonly mfa: MfaCoverage
}

/** As `mfaVerdictSteps`; also returns the coverage of each person. */
export function* coverageWithVerdictSteps(
  facts: CoverageFacts,
): Generator<undefined, CoverageWithVerdict, undefined> {
  const policies = valueOf(facts.policies)
  const readings = policies && (yield* readPolicies(policies))
  const covered = yield* coverPeople(facts, readings)
  const isExplained = readings !== null && !hasSecurityDefaults(facts)
  const reasons = isExplained ? yield* policyReasons(readings, covered) : []
  return { covered, mfa: verdictOf(facts, { readings, covered, reasons }) }
}

const hasSecurityDefaults = ({ securityDefaults }: CoverageFacts): boolean =>
  valueOf(securityDefaults)?.isEnabled === true

interface Found {
  readonly readings: readonly PolicyReading[] | null
  readonly covered: Covered | null
  readonly reasons: readonly MfaReason[]
}

function verdictOf(
  facts: CoverageFacts,
  { readings, covered, reasons: found }: Found,
): MfaCoverage {
  const counts = covered && countsOf(covered, facts)
  if (hasSecurityDefaults(facts))
    return {
      verdict: 'requiredBySecurityDefaults',
      counts,
      reasons: [{ kind: 'securityDefaults' }],
    }
  const early = withoutPeople(facts, { readings, found })
  if (early !== null) return { ...early, counts }
  if (covered === null || counts === null) return { ...notKnown('people'), counts: null }
  return { ...byPeople(facts, { covered, counts, found }), counts }
}

type Judged = Omit<MfaCoverage, 'counts'>

const notKnown = (part: MfaPart): Judged => ({
  verdict: 'notKnown',
  reasons: [{ kind: 'notRead', part }],
})

/** Judges what needs no people, with security defaults off or not read; null: people decide. */
function withoutPeople(
  facts: CoverageFacts,
  { readings, found }: { readings: readonly PolicyReading[] | null; found: readonly MfaReason[] },
): Judged | null {
  const hasDefaults = valueOf(facts.securityDefaults) !== null
  // Without P1, Microsoft refuses the policies or returns an empty list.
  if ((readings ?? []).length === 0 && facts.hasEntraP1 === false)
    return hasDefaults ? noProtection(facts) : notKnown('securityDefaults')
  if (readings === null) return notKnown('policies')
  if (readings.some(isEnforced)) return null
  if (!hasDefaults) return notKnown('securityDefaults')
  return { verdict: 'none', reasons: [{ kind: 'noEnabledPolicy' }, ...found] }
}

function noProtection({ perUserMfa, people }: CoverageFacts): Judged {
  const states = valueOf(perUserMfa)
  const members = valueOf(people)?.filter((each) => isEnabledPerson(each) && !isGuest(each)) ?? null
  return {
    verdict: 'none',
    reasons: [{ kind: 'noProtection', people: states && members && countIn(states, members) }],
  }
}

/** People may have left, or may no longer sign in, since per-user MFA was read. */
function countIn(states: ReadonlySet<string>, members: readonly PersonFacts[]): number {
  const ids = new Set(Array.from(states, (id) => id.toLowerCase()))
  return members.filter(({ id }) => ids.has(id.toLowerCase())).length
}

function byPeople(
  facts: CoverageFacts,
  { covered, counts, found }: { covered: Covered; counts: MfaCounts; found: readonly MfaReason[] },
): Judged {
  const { members, membersCovered, membersNotCovered } = counts
  if (members === 0) return { verdict: 'notKnown', reasons: [{ kind: 'noMembers' }] }
  const reasons = [...situationReasons(covered), ...found]
  if (membersCovered === members) return { verdict: 'required', reasons }
  // Security defaults would cover everybody.
  if (valueOf(facts.securityDefaults) === null) return withReasons('securityDefaults', reasons)
  if (membersCovered > 0 && membersNotCovered > 0) return { verdict: 'partial', reasons }
  if (membersCovered === 0 && !isAnyOpen(covered)) return { verdict: 'none', reasons }
  return { verdict: 'notKnown', reasons: [...unreadParts(facts), ...reasons] }
}

function withReasons(part: MfaPart, reasons: readonly MfaReason[]): Judged {
  return { verdict: 'notKnown', reasons: [{ kind: 'notRead', part }, ...reasons] }
}

function unreadParts(facts: CoverageFacts): MfaReason[] {
  const parts: MfaReason[] = []
  const groups = valueOf(facts.groupMembers)
  if (groups === null || [...groups.values()].includes(null))
    parts.push({
      kind: 'notRead',
      part: facts.hasHiddenGroups === true ? 'hiddenGroups' : 'groups',
    })
  if (valueOf(facts.roleAssignments) === null) parts.push({ kind: 'notRead', part: 'roles' })
  return parts
}

/** Returns whether something that is not known decides a situation of a member. */
function isAnyOpen({ classes }: Covered): boolean {
  return classes.some((each) => each.members > 0 && isOpen(each))
}

function countsOf({ classes }: Covered, facts: CoverageFacts): MfaCounts {
  const sum = (of: 'members' | 'guests' | 'emergencyAccounts', coverage?: string): number =>
    classes
      .filter((each) => coverage === undefined || each.coverage === coverage)
      .reduce((total, each) => total + each[of], 0)
  const people = valueOf(facts.people) ?? []
  return {
    members: sum('members'),
    membersCovered: sum('members', 'covered'),
    membersNotCovered: sum('members', 'notCovered'),
    membersNotKnown: sum('members', 'notKnown'),
    guests: sum('guests'),
    guestsCovered: sum('guests', 'covered'),
    blocked: people.filter((each) => each.accountEnabled === false && !isAgent(each)).length,
    agents: people.filter(isAgent).length,
    emergencyAccounts: sum('emergencyAccounts'),
  }
}
