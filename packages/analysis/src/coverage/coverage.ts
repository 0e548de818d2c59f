import { audienceSteps, isGuest, REACH } from './audience.ts'
import { isAgent, valueOf } from './facts.ts'
import type { CoverageFacts, PersonFacts } from './facts.ts'
import { isEnforced, readPolicies } from './policy-readings.ts'
import type { PolicyReading } from './policy-readings.ts'
import { canCover, isCovered, SITUATIONS, stronger } from './situations.ts'
import type { Outcome, Situation } from './situations.ts'

export type Coverage = 'covered' | 'notCovered' | 'notKnown'

/** One situation of the people of a class. */
export interface SituationCoverage {
  readonly outcome: Outcome
  readonly coverage: Coverage
}

/** People whom the same policies reach. */
export interface CoverageClass {
  /** By policy in `Covered.policies`: a value of REACH. */
  readonly reach: Uint8Array
  readonly situations: readonly SituationCoverage[]
  /** Over the situations that count. */
  readonly coverage: Coverage
  readonly members: number
  readonly guests: number
  readonly emergencyAccounts: number
}

export interface Covered {
  /** The enforced policies that were judged. */
  readonly policies: readonly PolicyReading[]
  readonly classes: readonly CoverageClass[]
  /** The enabled people. */
  readonly people: readonly PersonFacts[]
  /** The index of each person's class, in the order of `people`. */
  readonly classOf: Int32Array
  readonly isBySecurityDefaults: boolean
}

/** Classes between two steps. */
const CLASSES_A_STEP = 200

/**
 * Returns the coverage of each enabled person in the seven situations; null when people or
 * policies are missing and security defaults do not cover everybody.
 */
export function coverageOf(facts: CoverageFacts): Covered | null {
  return finished(coverageSteps(facts))
}

/** Runs all steps at once. */
export function finished<Result>(steps: Generator<undefined, Result, undefined>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** `coverageOf` in short steps, so that a server can serve requests between them. */
function* coverageSteps(facts: CoverageFacts): Generator<undefined, Covered | null, undefined> {
  const policies = valueOf(facts.policies)
  return yield* coverPeople(facts, policies && (yield* readPolicies(policies)))
}

/** As `coverageSteps`, with the policies already read; null: they are missing. */
export function* coverPeople(
  facts: CoverageFacts,
  readings: readonly PolicyReading[] | null,
): Generator<undefined, Covered | null, undefined> {
  const everybody = valueOf(facts.people)
  if (everybody === null) return null
  const people = everybody.filter(isEnabledPerson)
  yield
  const isBySecurityDefaults = valueOf(facts.securityDefaults)?.isEnabled === true
  const policies = isBySecurityDefaults ? [] : readings?.filter(isEnforced)
  if (policies === undefined) return null
  yield
  const refined = yield* refine(people, policies, facts)
  const counts = countKinds(people, refined, facts.emergencyAccounts)
  const judging = judgingOf(policies)
  const classes: CoverageClass[] = []
  for (const [index, reach] of refined.reachOfClass.entries()) {
    if (index % CLASSES_A_STEP === CLASSES_A_STEP - 1) yield
    const situations = judging.map((each) =>
      isBySecurityDefaults ? bySecurityDefaults(each) : judge(each, reach),
    )
    const kinds = counts.subarray(index * KINDS, index * KINDS + KINDS)
    classes.push({ reach, situations, coverage: overall(situations), ...kindsOf(kinds) })
  }
  return { policies, classes, people, classOf: refined.classOf, isBySecurityDefaults }
}

/** Agent users are in no policy's scope of people. */
export const isEnabledPerson = (person: PersonFacts): boolean =>
  person.accountEnabled !== false && !isAgent(person)

interface Refined {
  readonly classOf: Int32Array
  readonly reachOfClass: readonly Uint8Array[]
}

const REACHES = Object.keys(REACH).length

/** Puts people of equal reach into one class, a policy at a time. */
function* refine(
  people: readonly PersonFacts[],
  policies: readonly PolicyReading[],
  facts: CoverageFacts,
): Generator<undefined, Refined, undefined> {
  const { reachOf } = yield* audienceSteps(people, facts)
  const classOf = new Int32Array(people.length)
  const reachByPolicy: Uint8Array[] = []
  let classes = 1
  for (const { policy } of policies) {
    const reach = reachOf(policy)
    reachByPolicy.push(reach)
    classes = split(classOf, classes, reach)
    yield
  }
  return { classOf, reachOfClass: yield* reachesOf(classOf, classes, reachByPolicy) }
}

/** Splits the classes by a policy's reach; returns how many there are. */
function split(classOf: Int32Array, classes: number, reach: Uint8Array): number {
  const newIndex = new Int32Array(classes * REACHES).fill(-1)
  let count = 0
  for (let person = 0; person < classOf.length; person += 1) {
    const key = (classOf[person] ?? 0) * REACHES + (reach[person] ?? 0)
    if (newIndex[key] === -1) {
      newIndex[key] = count
      count += 1
    }
    classOf[person] = newIndex[key] ?? 0
  }
  return count
}

/** Returns the reach of each class by policy: that of any person in it. */
function* reachesOf(
  classOf: Int32Array,
  classes: number,
  reachByPolicy: readonly Uint8Array[],
): Generator<undefined, Uint8Array[], undefined> {
  const anyPerson = new Int32Array(classes)
  for (const [person, index] of classOf.entries()) anyPerson[index] = person
  const reachOfClass: Uint8Array[] = []
  for (const person of classOf.length === 0 ? [] : anyPerson) {
    const reach = new Uint8Array(reachByPolicy.length)
    for (let at = 0; at < reach.length; at += 1) reach[at] = reachByPolicy[at]?.[person] ?? 0
    reachOfClass.push(reach)
    if (reachOfClass.length % CLASSES_A_STEP === 0) yield
  }
  return reachOfClass
}

const KINDS = 3

function kindsOf([members = 0, guests = 0, emergencyAccounts = 0]: Int32Array) {
  return { members, guests, emergencyAccounts }
}

/** Returns for each class the counts of `kindsOf`. */
function countKinds(
  people: readonly PersonFacts[],
  { classOf, reachOfClass }: Refined,
  emergencyAccounts: readonly string[],
): Int32Array {
  const emergency = new Set(emergencyAccounts.map((id) => id.toLowerCase()))
  const counts = new Int32Array(reachOfClass.length * KINDS)
  for (const [person, { id, userType }] of people.entries()) {
    const kind = emergency.has(id.toLowerCase()) ? 2 : Number(isGuest({ userType }))
    const at = (classOf[person] ?? 0) * KINDS + kind
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** A situation with the policies that can change it. */
interface Judging {
  readonly situation: Situation
  readonly outcomes: readonly { readonly at: number; readonly outcome: Outcome }[]
}

function judgingOf(policies: readonly PolicyReading[]): Judging[] {
  return SITUATIONS.map((situation, number) => ({
    situation,
    outcomes: policies
      .map(({ outcomes }, at) => ({ at, outcome: outcomes[number] ?? 'nothing' }))
      .filter(({ outcome }) => outcome !== 'nothing'),
  }))
}

/**
 * Every policy that applies must be satisfied, so that the strongest outcome counts. What depends on
 * a condition, or on a reach that is not known, never counts as covered; it may not be.
 */
function judge({ situation, outcomes }: Judging, reach: Uint8Array): SituationCoverage {
  let least: Outcome = 'nothing'
  let most: Outcome = 'nothing'
  let isOpen = false
  for (const { at, outcome } of outcomes) {
    const reached = reach[at]
    if (reached === REACH.yes) least = stronger(least, outcome)
    else if (reached === REACH.depends || reached === REACH.notKnown) {
      most = stronger(most, outcome)
      isOpen ||= canCover(situation, outcome)
    }
  }
  if (isCovered(situation, least)) return { outcome: least, coverage: 'covered' }
  return {
    outcome: most === 'nothing' ? least : stronger(least, 'depends'),
    coverage: isOpen || least === 'depends' ? 'notKnown' : 'notCovered',
  }
}

/** Microsoft's security defaults request MFA of everybody and block legacy authentication. */
function bySecurityDefaults({ situation }: Judging): SituationCoverage {
  return { outcome: situation.counts === 'blocked' ? 'blocked' : 'mfa', coverage: 'covered' }
}

function overall(situations: readonly SituationCoverage[]): Coverage {
  const counted = situations.filter((_, at) => SITUATIONS[at]?.counts !== null)
  if (counted.some(({ coverage }) => coverage === 'notCovered')) return 'notCovered'
  return counted.some(({ coverage }) => coverage === 'notKnown') ? 'notKnown' : 'covered'
}
