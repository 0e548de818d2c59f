import type {
  CoverageRemedy,
  CoverageState,
  CoveredPerson,
  PolicyLimit,
  SituationOutcome,
} from '@tenantscope/contract/coverage'

interface SituationText {
  /** The number in docs/posture.md. */
  readonly number: number
  readonly name: string
  readonly description: string
  /** Whether it counts for 'covered by MFA'. */
  readonly isCounted: boolean
}

/** The seven situations in words (docs/posture.md, Coverage by person). */
export const SITUATION_TEXTS: readonly SituationText[] = [
  {
    number: 1,
    name: 'Managed device',
    description: 'Office 365 in a browser on a compliant and joined Windows device',
    isCounted: false,
  },
  {
    number: 2,
    name: 'Browser',
    description: 'Office 365 in a browser on an unmanaged Windows device',
    isCounted: true,
  },
  {
    number: 3,
    name: 'Desktop app',
    description: 'Office 365 in a desktop app on an unmanaged Windows device',
    isCounted: true,
  },
  {
    number: 4,
    name: 'Mobile app',
    description: 'Office 365 in a mobile app on an unmanaged iOS device',
    isCounted: true,
  },
  {
    number: 5,
    name: 'Legacy sign-in',
    description:
      'Office 365 with legacy authentication, which cannot request MFA and must be blocked',
    isCounted: true,
  },
  {
    number: 6,
    name: 'Admin portals',
    description: 'Microsoft admin portals in a browser on an unmanaged Windows device',
    isCounted: true,
  },
  {
    number: 7,
    name: 'Device code',
    description: 'Office 365 with a device code on an unmanaged device',
    isCounted: false,
  },
]

/** Returns the short name of a situation: 'Mobile app'. */
export const situationName = (situation: number): string =>
  SITUATION_TEXTS.find(({ number }) => number === situation)?.name ?? `Situation ${situation}`

const OUTCOMES: Readonly<Record<SituationOutcome, string>> = {
  nothing: 'Nothing required',
  otherControl: 'Another control',
  depends: 'Depends on conditions',
  mfa: 'MFA',
  phishingResistant: 'Phishing-resistant MFA',
  blocked: 'Blocked',
}

/** Returns an outcome in words: 'Phishing-resistant MFA'. */
export const outcomeText = (outcome: SituationOutcome): string => OUTCOMES[outcome]

const STATES: Readonly<Record<CoverageState, string>> = {
  covered: 'Covered',
  notCovered: 'Not covered',
  notKnown: 'Not known',
}

/** Returns a coverage in words: 'Not covered'. */
export const coverageText = (coverage: CoverageState): string => STATES[coverage]

type PersonSituation = CoveredPerson['situations'][number]

/** A reason why a person is not covered, with the policies that it concerns. */
export interface CoverageReason {
  readonly text: string
  readonly policyIds: readonly string[]
  /** Behind the names of the policies. */
  readonly end?: string
}

/** Returns why a person is not covered in a situation; empty when the person is covered. */
export function situationReasons(situation: PersonSituation): readonly CoverageReason[] {
  if (situation.coverage === 'covered') return []
  const { outcome, policyIds, excludedFrom, notKnown } = situation
  const reasons = [
    { text: 'Excluded from', policyIds: excludedFrom },
    { text: 'Not known whether the policy applies:', policyIds: notKnown },
    { text: WEAK[outcome], policyIds },
  ].filter((reason) => reason.policyIds.length > 0)
  return reasons.length > 0 ? reasons : [{ text: 'No policy applies', policyIds: [] }]
}

/** The outcomes that a policy can have without covering a person. */
const WEAK: Readonly<Record<SituationOutcome, string>> = {
  nothing: 'Requires nothing:',
  otherControl: 'Requires only another control:',
  depends: 'Depends on conditions that are not evaluated:',
  mfa: 'Requires MFA, which legacy authentication cannot use:',
  phishingResistant: 'Requires MFA, which legacy authentication cannot use:',
  blocked: 'Blocks:',
}

/** Returns why a person is not covered, over all situations that count, without repetitions. */
export function personReasons(person: CoveredPerson): readonly CoverageReason[] {
  const { situations, remedies } = person
  const counted = situations.filter(({ situation }) =>
    SITUATION_TEXTS.some(({ number, isCounted }) => number === situation && isCounted),
  )
  const byText = Map.groupBy(counted.flatMap(situationReasons), ({ text }) => text)
  const reasons = Array.from(byText, ([text, same]) => ({
    text,
    policyIds: Array.from(new Set(same.flatMap(({ policyIds }) => policyIds))),
  }))
  return [...reasons, ...remedies.filter(({ coversAll }) => coversAll).map(remedyReason)]
}

/** Returns which policies would cover a situation, without which exclusion or condition. */
export function situationRemedies(
  { remedies }: CoveredPerson,
  situation: number,
): readonly CoverageReason[] {
  return remedies.filter(({ situations }) => situations.includes(situation)).map(remedyReason)
}

const remedyReason = ({ policyId, without }: CoverageRemedy): CoverageReason => ({
  text: 'Would be covered by',
  policyIds: [policyId],
  end: `without ${withoutText(without)}`,
})

function withoutText(without: CoverageRemedy['without']): string {
  if (without.kind === 'condition') return CONDITIONS[without.condition]
  if (without.kind === 'user') return 'the exclusion of this person'
  if (without.kind === 'guests') return 'the exclusion of guests'
  const { kind, id, name } = without
  // A name may be written in the other direction.
  return `the exclusion of the ${kind} \u2068${name ?? id}\u2069`
}

const CONDITIONS: Readonly<Record<PolicyLimit, string>> = {
  application: 'its exclusion of resources',
  client: 'its condition for client apps',
  platform: 'its condition for device platforms',
  location: 'its condition for locations',
  userRisk: 'its condition for user risk',
  signInRisk: 'its condition for sign-in risk',
  servicePrincipalRisk: 'its condition for service principal risk',
  insiderRisk: 'its condition for insider risk',
  flow: 'its condition for authentication flows',
  deviceFilter: 'its filter for devices',
  applicationFilter: 'its filter for resources',
  termsOfUse: 'its terms of use',
  customControl: 'its custom control',
}
