import { entraLicenseOf } from '../../coverage/entra-license.ts'
import { defineCheck, failed, notLicensed, notRead, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { enabledPeople, isMember, REACH, strongestReach } from '../derived.ts'
import type { CheckFacts, PolicyFacts } from '../facts.ts'
import type { SkuFacts } from '../rows.ts'
export const premiumShort = defineCheck({
  id: 'lic.premium-short',
  version: 1,
  title: 'Microsoft Entra ID P1 and P2 are licensed for everybody who uses them',
  severity: 'medium',
  why: 'Every member whom Conditional Access reaches needs P1, and P2 where a policy looks at risk. Guests are licensed by monthly use and are not counted.',
  fix: [
    'In the Microsoft 365 admin center open Billing > Your products.',
    'Compare the seats with Microsoft Entra ID P1 and P2 with the people in the counts here.',
    'Buy the missing seats, or limit the policies to people with a license.',
  ],
  effort: 'days',
  userImpact: 'None for people; policies that are limited protect fewer of them.',
  references: [],
  licence: null,
  needs: ['users', 'policies', 'subscribedSkus'],
  judge: ({ policies, subscribedSkus, facts }) => {
    const people = policies.filter(isEnforcedOnPeople)
    const seats = seatsOf(subscribedSkus)
    if (policies.length === 0 && !seats.isHeld)
      return notLicensed('Conditional Access needs Microsoft Entra ID P1.')
    const p1 = reachedBy(facts, people)
    const p2 = reachedBy(facts, people.filter(looksAtRisk))
    const counts = {
      peopleWithP1Features: p1.reached,
      p1Seats: seats.p1,
      peopleWithP2Features: p2.reached,
      p2Seats: seats.p2,
    }
    return judgeSeats([p1, p2], seats, counts)
  },
})

interface Reached {
  readonly reached: number
  readonly notKnown: number
}
interface Seats {
  readonly p1: number
  readonly p2: number
  readonly isHeld: boolean
  /** False: Microsoft returned no numbers of seats. */
  readonly isComplete: boolean
}

function judgeSeats(
  [p1, p2]: readonly [Reached, Reached],
  seats: Seats,
  counts: Judgement['counts'],
): Judgement {
  const isShort = ({ reached }: Reached, held: number): boolean => reached > held
  const mayBeShort = ({ reached, notKnown }: Reached, held: number): boolean =>
    reached + notKnown > held
  const isUsed = p1.reached + p1.notKnown > 0
  if (isUsed && !seats.isComplete)
    return notRead('Microsoft returned no numbers of seats for a license.', { counts })
  if (isShort(p1, seats.p1) || isShort(p2, seats.p2))
    return failed('More members use Microsoft Entra ID P1 or P2 than seats are held.', { counts })
  if (mayBeShort(p1, seats.p1) || mayBeShort(p2, seats.p2))
    return notRead('It is not known how many members the policies reach.', { counts })
  return passed('There are seats for every member whom the policies reach.', { counts })
}

const isEnforcedOnPeople = ({ state, clientApplications }: PolicyFacts): boolean =>
  state === 'enabled' && (clientApplications ?? null) === null

const looksAtRisk = ({ conditions }: PolicyFacts): boolean =>
  [conditions.userRiskLevels, conditions.signInRiskLevels].some(
    (levels) => (levels ?? []).length > 0,
  )

const usable = ({ prepaidUnits }: SkuFacts): number =>
  Math.max(0, prepaidUnits?.enabled ?? 0) + Math.max(0, prepaidUnits?.warning ?? 0)

/** Seats in the grace period are usable. P2 includes P1. */
function seatsOf(skus: readonly SkuFacts[]): Seats {
  const held = skus
    .map((sku) => ({ ...sku, capabilityStatus: sku.capabilityStatus ?? '' }))
    .map((sku) => ({ sku, ...entraLicenseOf([sku]) }))
  const sum = (some: typeof held): number => some.reduce((total, { sku }) => total + usable(sku), 0)
  const withP1 = held.filter(({ hasP1 }) => hasP1)
  return {
    p1: sum(withP1),
    p2: sum(withP1.filter(({ hasP2 }) => hasP2)),
    isHeld: withP1.length > 0,
    isComplete: withP1.every(({ sku }) => (sku.prepaidUnits ?? null) !== null),
  }
}

function reachedBy(facts: CheckFacts, policies: readonly PolicyFacts[]): Reached {
  const reaches = strongestReach(facts, policies)
  const counts = { reached: 0, notKnown: 0 }
  for (const [at, person] of enabledPeople(facts).entries()) {
    if (!isMember(person)) continue
    const reach = reaches[at]
    if (reach === REACH.yes) counts.reached += 1
    else if (reach === REACH.notKnown || reach === REACH.depends) counts.notKnown += 1
  }
  return counts
}
