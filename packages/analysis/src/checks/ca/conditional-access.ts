import { valueOf } from '../../coverage/facts.ts'
import { strengthOutcome } from '../../coverage/strengths.ts'
import { unknownMembersOf } from '../../coverage/unknown-members.ts'
import { judgeAbsent, notApplicable, notLicensed, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { entraLicenseOfFacts } from '../derived.ts'
import type { CheckFacts, PartValues, PolicyFacts } from '../facts.ts'

interface Offer {
  readonly isMetBySecurityDefaults: boolean
  /** True: Microsoft offers it with P2 only. */
  readonly needsP2?: boolean
}

/**
 * Judges what Conditional Access requires. Security defaults satisfy some checks and leave nothing to
 * the others without P1; without P1 Microsoft refuses policies or returns an empty list.
 */
export const judgeConditionalAccess = (
  facts: CheckFacts,
  offer: Offer,
  judge: (policies: readonly PolicyFacts[]) => Judgement,
): Judgement =>
  judgeSecurityDefaults(facts, offer) ??
  (offer.needsP2 === true ? judgeP2(facts) : null) ??
  judgeNone(facts, 'policies') ??
  unlessDefaults(facts, offer, judge(valueOf(facts.parts.policies) ?? []))

/** Judges named locations, which are a part of Conditional Access, by the same rules. */
export function judgeNamedLocations(
  facts: CheckFacts,
  judge: (locations: PartValues['namedLocations']) => Judgement,
): Judgement {
  const offer = { isMetBySecurityDefaults: false }
  return (
    judgeSecurityDefaults(facts, offer) ??
    judgeNone(facts, 'namedLocations') ??
    unlessDefaults(facts, offer, judge(valueOf(facts.parts.namedLocations) ?? []))
  )
}

const hasP1 = (facts: CheckFacts): boolean | undefined => valueOf(entraLicenseOfFacts(facts))?.hasP1

/** Returns null where policies decide. */
function judgeSecurityDefaults(
  facts: CheckFacts,
  { isMetBySecurityDefaults }: Offer,
): Judgement | null {
  if (valueOf(facts.parts.securityDefaults)?.isEnabled !== true) return null
  if (isMetBySecurityDefaults)
    return passed('Security defaults are on.', { counts: { securityDefaults: 1 } })
  return hasP1(facts) === false
    ? notApplicable('Security defaults are on, and Conditional Access is not licensed.')
    : judgeAbsent(facts, ['subscribedSkus'])
}

function judgeP2(facts: CheckFacts): Judgement | null {
  const license = valueOf(entraLicenseOfFacts(facts))
  if (license === null) return judgeAbsent(facts, ['subscribedSkus'])
  return license.hasP2 ? null : notLicensed('It needs Microsoft Entra ID P2.')
}

/** Returns null when there are some, or when it is known that there are none: an empty list says so only with P1. */
function judgeNone(facts: CheckFacts, name: 'policies' | 'namedLocations'): Judgement | null {
  const part = facts.parts[name]
  if ('value' in part && part.value.length > 0) return null
  const isRefusedOrEmpty =
    'value' in part || part.absent === 'noPermission' || part.absent === 'notLicensed'
  if (isRefusedOrEmpty && hasP1(facts) === false)
    return notLicensed('Conditional Access needs Microsoft Entra ID P1.')
  return judgeAbsent(facts, [name]) ?? judgeAbsent(facts, ['subscribedSkus'])
}

/** Security defaults that were not read could satisfy a check, or leave nothing to it without P1. */
function unlessDefaults(facts: CheckFacts, offer: Offer, judgement: Judgement): Judgement {
  if (judgement.verdict !== 'failed') return judgement
  const canMatter = offer.isMetBySecurityDefaults || hasP1(facts) !== true
  return (canMatter ? judgeAbsent(facts, ['securityDefaults']) : null) ?? judgement
}

/** Policies that enforce something on people and that this version can read. */
export const enforcedPolicies = (policies: readonly PolicyFacts[]): PolicyFacts[] =>
  enabledPolicies(policies).filter((policy) => isForPeople(policy) && isReadable(policy))

/** Returns whether a policy is about people; others are about workloads. */
export const isForPeople = ({ clientApplications, conditions }: PolicyFacts): boolean =>
  (clientApplications ?? null) === null &&
  (conditions.servicePrincipalRiskLevels ?? []).length === 0

const readable = new WeakMap<PolicyFacts, boolean>()

/** Returns whether this version knows everything that is set; known once, as many checks ask. */
export function isReadable(policy: PolicyFacts): boolean {
  const found = readable.get(policy) ?? unknownMembersOf(policy).length === 0
  readable.set(policy, found)
  return found
}

/** Policies in force, also those that this version cannot read, or that are for workloads. */
export const enabledPolicies = (policies: readonly PolicyFacts[]): PolicyFacts[] =>
  policies.filter(({ state }) => state === 'enabled')

export const includesAllUsers = ({ conditions }: PolicyFacts): boolean =>
  (conditions.users?.includeUsers ?? []).includes('All')

/**
 * Returns whether an application, by its id, is a target by itself or with all others. `suites` are
 * Microsoft's groups of applications that include it in a list of targets, or exclude it.
 */
export function includesApplication(
  { conditions: { applications } }: PolicyFacts,
  applicationId: string,
  suites: { readonly including?: readonly string[]; readonly excluding?: readonly string[] } = {},
): boolean {
  const included = lowerCase(applications?.includeApplications)
  const excluded = lowerCase(applications?.excludeApplications)
  const including = lowerCase(['All', applicationId, ...(suites.including ?? [])])
  const excluding = lowerCase(['All', applicationId, ...(suites.excluding ?? [])])
  return (
    including.some((name) => included.includes(name)) &&
    !excluding.some((name) => excluded.includes(name)) &&
    !isSet(applications?.applicationFilter)
  )
}

const lowerCase = (names: readonly string[] | null | undefined): string[] =>
  (names ?? []).map((name) => name.toLowerCase())

/** Returns whether all resources are a target without exclusions. */
export function includesAllApplications({ conditions: { applications } }: PolicyFacts): boolean {
  return (
    (applications?.includeApplications ?? []).includes('All') &&
    (applications?.excludeApplications ?? []).length === 0 &&
    !isSet(applications?.applicationFilter)
  )
}

const LIMITS = ['risk', 'location', 'platform', 'client', 'device', 'flow'] as const
type Limit = (typeof LIMITS)[number]

const isNarrowedBy: Record<Limit, (policy: PolicyFacts) => boolean> = {
  risk: ({ conditions }) =>
    [conditions.userRiskLevels, conditions.signInRiskLevels].some(
      (levels) => (levels ?? []).length > 0,
    ) || !['', 'none'].includes(conditions.insiderRiskLevels ?? ''),
  location({ conditions: { locations } }) {
    const included = locations?.includeLocations ?? []
    const excluded = locations?.excludeLocations ?? []
    return excluded.length > 0 || (included.length > 0 && !included.includes('All'))
  },
  platform({ conditions: { platforms } }) {
    const included = platforms?.includePlatforms ?? []
    const excluded = platforms?.excludePlatforms ?? []
    return excluded.length > 0 || (included.length > 0 && !included.includes('all'))
  },
  client({ conditions: { clientAppTypes } }) {
    const clients = clientAppTypes ?? []
    return (
      clients.length > 0 &&
      !clients.includes('all') &&
      // Both of these are all clients that can be asked for anything.
      !(clients.includes('browser') && clients.includes('mobileAppsAndDesktopClients'))
    )
  },
  device: ({ conditions: { devices } }) => isSet(devices?.deviceFilter),
  flow({ conditions: { authenticationFlows } }) {
    return !['', 'none'].includes(authenticationFlows?.transferMethods ?? '')
  },
}

/** Returns whether a condition limits the policy to some sign-ins; `but` names conditions that may. */
export function isNarrowed(policy: PolicyFacts, but: readonly Limit[] = []): boolean {
  return LIMITS.some((limit) => !but.includes(limit) && isNarrowedBy[limit](policy))
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined

export const blocks = ({ grantControls }: PolicyFacts): boolean =>
  (grantControls?.builtInControls ?? []).includes('block')

interface Wanted {
  readonly controls: readonly string[]
  /** Which authentication strengths serve, by their combinations. */
  readonly strength?: (combinations: readonly string[]) => boolean
}

/**
 * Returns whether the policy grants access only with one of these controls. A control joined by OR is
 * an alternative: each must serve.
 */
export function requires({ grantControls }: PolicyFacts, wanted: Wanted): boolean {
  if (grantControls === null) return false
  const serving = servingControls(grantControls, wanted)
  if (grantControls.operator?.toUpperCase() === 'AND') return serving.includes(true)
  return serving.length > 0 && serving.every(Boolean)
}

/** Returns for each control that is set whether it serves. */
function servingControls(
  grant: NonNullable<PolicyFacts['grantControls']>,
  { controls, strength = () => false }: Wanted,
): boolean[] {
  const combinations = grant.authenticationStrength?.allowedCombinations
  const others = [...(grant.customAuthenticationFactors ?? []), ...(grant.termsOfUse ?? [])]
  return [
    ...(grant.builtInControls ?? []).map((control) => controls.includes(control)),
    ...others.map(() => false),
    ...(combinations ? [strength(combinations)] : []),
  ]
}

const isMfaStrength = (combinations: readonly string[]): boolean =>
  combinations.length > 0 && strengthOutcome(combinations) !== 'otherControl'

/** Returns whether access needs MFA, a strength of only multifactor combinations, or one of these controls. */
export const requiresMfaOr = (policy: PolicyFacts, controls: readonly string[]): boolean =>
  requires(policy, { controls: ['mfa', ...controls], strength: isMfaStrength })

/** Returns whether MFA, or a strength of only multifactor combinations, is required. */
export const requiresMfa = (policy: PolicyFacts): boolean => requiresMfaOr(policy, [])

export const requiresPhishingResistance = (policy: PolicyFacts): boolean =>
  requires(policy, {
    controls: [],
    strength: (combinations) =>
      combinations.length > 0 && strengthOutcome(combinations) === 'phishingResistant',
  })
