// The rules of docs/posture.md a second time: person by person, situation by situation, policy by
// policy, without code of the product. It is slow on purpose.

import type { MfaVerdict } from '@tenantscope/contract/mfa'

import type { CoverageFacts, CoveragePolicy, PersonFacts } from '../coverage/facts.ts'

type Answer = 'yes' | 'no' | 'depends' | 'notKnown'
type Users = NonNullable<CoveragePolicy['conditions']['users']>
type Names = readonly string[] | null | undefined

interface SignIn {
  app: string
  client: string
  os: string
  isManaged: boolean
  isCode: boolean
  isLegacy: boolean
}

const BROWSER: SignIn = {
  app: 'Office365',
  client: 'browser',
  os: 'windows',
  isManaged: false,
  isCode: false,
  isLegacy: false,
}
const APP = { ...BROWSER, client: 'mobileAppsAndDesktopClients' }
const NO_PLATFORM = '-'
const SIGN_INS: Record<number, SignIn> = {
  1: { ...BROWSER, isManaged: true },
  2: BROWSER,
  3: APP,
  4: { ...APP, os: 'iOS' },
  5: { ...BROWSER, client: 'other', os: NO_PLATFORM, isLegacy: true },
  6: { ...BROWSER, app: 'MicrosoftAdminPortals' },
  7: { ...APP, os: NO_PLATFORM, isCode: true },
}
const WEAKEST_FIRST = [
  'nothing',
  'otherControl',
  'depends',
  'mfa',
  'phishingResistant',
  'blocked',
] as const
const KNOWN_WORDS = new Set(
  (
    'all browser mobileAppsAndDesktopClients exchangeActiveSync other high none windows iOS macOS ' +
    'minor elevated deviceCodeFlow authenticationTransfer block mfa compliantDevice ' +
    'approvedApplication passwordChange enabled OR AND'
  ).split(' '),
)
const MULTIFACTOR = [
  'fido2',
  'windowsHelloForBusiness',
  'password,sms',
  'temporaryAccessPassOneTime',
]
const RESISTANT = ['fido2', 'windowsHelloForBusiness']

const has = (names: Names, wanted: string): boolean => (names ?? []).includes(wanted)
/** Returns the last of the order that was found; the first when none was. */
function best<Value extends string>(
  order: readonly [Value, ...Value[]],
  found: readonly string[],
): Value {
  return order.findLast((each) => found.includes(each)) ?? order[0]
}

function kindOf({ userType, externalUserState }: PersonFacts): string {
  if (userType === 'Guest') return externalUserState ? 'b2bCollaborationGuest' : 'internalGuest'
  return externalUserState ? 'b2bCollaborationMember' : 'ordinary'
}

function isNamed(who: PersonFacts, words: Names): boolean {
  const isExternal = kindOf(who) !== 'ordinary'
  return (
    has(words, 'All') || has(words, who.id) || (isExternal && has(words, 'GuestsOrExternalUsers'))
  )
}

function inGroup(facts: CoverageFacts, who: PersonFacts, group: string): Answer {
  const members = 'value' in facts.groupMembers ? facts.groupMembers.value.get(group) : null
  if (!members) return 'notKnown'
  return members.includes(who.id) ? 'yes' : 'no'
}

function holdsRole(facts: CoverageFacts, who: PersonFacts, role: string): Answer {
  if (!('value' in facts.roleAssignments)) return 'notKnown'
  const answers = facts.roleAssignments.value
    .filter(({ roleTemplateId }) => roleTemplateId === role)
    .map(({ principalKind, principalId, scope }): Answer => {
      const direct: Answer = principalId === who.id ? 'yes' : 'no'
      const holds = principalKind === 'group' ? inGroup(facts, who, principalId) : direct
      return holds === 'yes' && scope !== '/' ? 'notKnown' : holds
    })
  return best(['no', 'notKnown', 'yes'], answers)
}

function isOfType(who: PersonFacts, guests: Users['includeGuestsOrExternalUsers']): Answer {
  if (!(guests?.guestOrExternalUserTypes ?? '').split(',').includes(kindOf(who))) return 'no'
  return guests?.externalTenants?.membershipKind === 'enumerated' ? 'depends' : 'yes'
}

function reaches(facts: CoverageFacts, who: PersonFacts, users: Users): Answer {
  const among = (
    ...[ids, groups, roles, guests]: [
      Names,
      Names,
      Names,
      typeof users.includeGuestsOrExternalUsers,
    ]
  ) =>
    best<Answer>(
      ['no', 'depends', 'notKnown', 'yes'],
      [
        isNamed(who, ids) ? 'yes' : 'no',
        ...(groups ?? []).map((each) => inGroup(facts, who, each)),
        ...(roles ?? []).map((each) => holdsRole(facts, who, each)),
        isOfType(who, guests),
      ],
    )
  const { includeUsers, includeGroups, includeRoles, includeGuestsOrExternalUsers } = users
  const { excludeUsers, excludeGroups, excludeRoles, excludeGuestsOrExternalUsers } = users
  const inside = among(includeUsers, includeGroups, includeRoles, includeGuestsOrExternalUsers)
  const outside = among(excludeUsers, excludeGroups, excludeRoles, excludeGuestsOrExternalUsers)
  if (inside === 'no' || outside === 'yes') return 'no'
  return best<Answer>(['yes', 'notKnown', 'depends'], [inside, outside])
}

function isReadable({ state, conditions, grantControls }: CoveragePolicy): boolean {
  const { platforms, applications } = conditions
  const lists: readonly Names[] = [
    conditions.clientAppTypes,
    conditions.signInRiskLevels,
    conditions.userRiskLevels,
    platforms?.includePlatforms,
    platforms?.excludePlatforms,
    ...flagsOf(conditions),
    grantControls?.builtInControls,
    [state, grantControls?.operator ?? 'OR'],
  ]
  const isKnown = lists.flatMap((names) => names ?? []).every((word) => KNOWN_WORDS.has(word))
  const isOdd = has(applications?.includeApplications, 'AllAgentIdResources')
  return isKnown && !isOdd && lengthOf(conditions.unknown) === 0
}

const flagsOf = (conditions: CoveragePolicy['conditions']): Names[] => [
  conditions.insiderRiskLevels?.split(','),
  conditions.authenticationFlows?.transferMethods?.split(','),
]

const lengthOf = (names: Names): number => names?.length ?? 0

function isForApplication({ conditions }: CoveragePolicy, { app }: SignIn): boolean {
  const { applications } = conditions
  if (has(applications?.excludeApplications, app)) return false
  const chosen = applications?.includeApplications
  return has(chosen, 'All') || has(chosen, app) || Boolean(applications?.applicationFilter)
}

function isForClient({ conditions: { clientAppTypes } }: CoveragePolicy, { client }: SignIn) {
  return lengthOf(clientAppTypes) === 0 || has(clientAppTypes, 'all') || has(clientAppTypes, client)
}

function isForPlatform({ conditions: { platforms } }: CoveragePolicy, { os }: SignIn): boolean {
  if (!platforms) return true
  const isIncluded = has(platforms.includePlatforms, 'all') || has(platforms.includePlatforms, os)
  return isIncluded && !has(platforms.excludePlatforms, os)
}

function isForPlaceAndRisk({ conditions }: CoveragePolicy): boolean {
  const { locations, signInRiskLevels, userRiskLevels } = conditions
  const isRisky = [signInRiskLevels, userRiskLevels].some(
    (levels) => lengthOf(levels) > 0 && !has(levels, 'none'),
  )
  return !isRisky && (!locations || has(locations.includeLocations, 'All'))
}

function isForFlow({ conditions }: CoveragePolicy, { isCode }: SignIn): boolean {
  const flows = conditions.authenticationFlows?.transferMethods ?? ''
  return flows === '' || (isCode && flows.includes('deviceCodeFlow'))
}

function isOpen({ conditions, grantControls }: CoveragePolicy): boolean {
  const { applications, devices, insiderRiskLevels } = conditions
  if (applications?.applicationFilter || devices?.deviceFilter || insiderRiskLevels) return true
  return !has(grantControls?.builtInControls, 'block') && lengthOf(grantControls?.termsOfUse) > 0
}

const asked = (outcome: string, { isLegacy }: SignIn) => (isLegacy ? 'impossible' : outcome)

function builtInOffer(control: string, signIn: SignIn): string {
  if (control === 'mfa') return asked('mfa', signIn)
  if (control === 'passwordChange') return asked('otherControl', signIn)
  const isOffered = control === 'compliantDevice' ? signIn.isManaged : signIn.os === 'iOS'
  return isOffered ? 'otherControl' : 'impossible'
}

function strengthOffer(allowed: readonly string[]): string {
  if (allowed.every((each) => RESISTANT.includes(each))) return 'phishingResistant'
  return allowed.every((each) => MULTIFACTOR.includes(each)) ? 'mfa' : 'otherControl'
}

function offersOf({ grantControls }: CoveragePolicy, signIn: SignIn): string[] {
  const allowed = grantControls?.authenticationStrength?.allowedCombinations
  return [
    ...(grantControls?.builtInControls ?? []).map((control) => builtInOffer(control, signIn)),
    ...(grantControls?.customAuthenticationFactors ?? []).map(() => asked('depends', signIn)),
    ...(allowed ? [asked(strengthOffer(allowed), signIn)] : []),
  ]
}

function isFor(policy: CoveragePolicy, signIn: SignIn): boolean {
  return [isForApplication, isForClient, isForPlatform, isForPlaceAndRisk, isForFlow].every(
    (rule) => rule(policy, signIn),
  )
}

function demands(policy: CoveragePolicy, signIn: SignIn): string {
  if (!isReadable(policy)) return 'depends'
  const offers = offersOf(policy, signIn)
  const { termsOfUse, builtInControls } = policy.grantControls ?? {}
  if (offers.length + lengthOf(termsOfUse) === 0 || !isFor(policy, signIn)) return 'nothing'
  if (isOpen(policy)) return 'depends'
  return has(builtInControls, 'block') ? 'blocked' : weakestMet(policy, offers)
}

function weakestMet(policy: CoveragePolicy, offers: readonly string[]): string {
  const possible = offers.filter((each) => each !== 'impossible')
  const isAll = policy.grantControls?.operator === 'AND'
  if (possible.length < (isAll ? offers.length : 1)) return 'blocked'
  return !isAll && possible.includes('depends') ? 'depends' : best(WEAKEST_FIRST, possible)
}

/** The outcome and the coverage of one person in one situation. */
export function expectedSituation(facts: CoverageFacts, who: PersonFacts, number: number) {
  const signIn = SIGN_INS[number] ?? BROWSER
  const enabled = ('value' in facts.policies ? facts.policies.value : []).filter(
    ({ state }) => state !== 'disabled' && state !== 'enabledForReportingButNotEnforced',
  )
  const judged = enabled
    .map((policy) => ({
      reached: reaches(facts, who, policy.conditions.users ?? {}),
      outcome: demands(policy, signIn),
    }))
    .filter(({ outcome }) => outcome !== 'nothing')
  const outcomesOf = (wanted: Answer) =>
    judged.filter(({ reached }) => reached === wanted).map(({ outcome }) => outcome)
  const enough = number === 5 ? ['blocked'] : ['mfa', 'phishingResistant', 'blocked']
  const least = best(WEAKEST_FIRST, outcomesOf('yes'))
  if (enough.includes(least)) return { outcome: least, coverage: 'covered' }
  const possible = [...outcomesOf('notKnown'), ...outcomesOf('depends')]
  const isOpen = [least, ...possible].some((each) => [...enough, 'depends'].includes(each))
  return {
    outcome: possible.length > 0 ? best(WEAKEST_FIRST, [least, 'depends']) : least,
    coverage: isOpen && (least === 'depends' || possible.length > 0) ? 'notKnown' : 'notCovered',
  }
}

/** The coverage of one person over the situations that count. */
export function expectedCoverage(facts: CoverageFacts, who: PersonFacts): string {
  const all = [2, 3, 4, 5, 6].map((number) => expectedSituation(facts, who, number).coverage)
  return best(['covered', 'notKnown', 'notCovered'], all)
}

/** The verdict of a tenant with P1 and without security defaults. */
export function expectedVerdict(facts: CoverageFacts): MfaVerdict {
  const people = 'value' in facts.people ? facts.people.value : []
  const members = people.filter(
    (who) =>
      who.accountEnabled !== false &&
      who.isAgent !== true &&
      who.userType !== 'Guest' &&
      !facts.emergencyAccounts.includes(who.id),
  )
  const states = members.map((who) => expectedCoverage(facts, who))
  const isAnyUnknown = members.some((who) =>
    [2, 3, 4, 5, 6].some((number) => expectedSituation(facts, who, number).coverage === 'notKnown'),
  )
  if (members.length === 0) return 'notKnown'
  if (states.every((state) => state === 'covered')) return 'required'
  if (states.includes('covered')) return states.includes('notCovered') ? 'partial' : 'notKnown'
  return isAnyUnknown ? 'notKnown' : 'none'
}
