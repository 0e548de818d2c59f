import { wordsOf } from './facts.ts'
import type { CoveragePolicy, PolicyConditions, PolicyGrant } from './facts.ts'
import { KNOWN_CONTROLS } from './grant.ts'
import { unknownMethodsOf } from './strengths.ts'

const CLIENTS = [
  'all',
  'browser',
  'mobileAppsAndDesktopClients',
  'exchangeActiveSync',
  'easSupported',
  'other',
]
const PLATFORMS = ['all', 'android', 'iOS', 'windows', 'windowsPhone', 'macOS', 'linux']
const RISK_LEVELS = ['low', 'medium', 'high', 'hidden', 'none']
const INSIDER_RISK_LEVELS = ['minor', 'moderate', 'elevated']
const TRANSFER_METHODS = ['deviceCodeFlow', 'authenticationTransfer']
const USERS = ['All', 'None', 'GuestsOrExternalUsers']
const APPLICATIONS = ['All', 'None', 'Office365', 'MicrosoftAdminPortals']
const LOCATIONS = ['All', 'AllTrusted']
/** All guest types that Microsoft names. */
export const GUEST_TYPES = [
  'internalGuest',
  'b2bCollaborationGuest',
  'b2bCollaborationMember',
  'b2bDirectConnectUser',
  'otherExternalUser',
  'serviceProvider',
] as const

/**
 * Returns Microsoft's names of everything that is set in the policy and that this version does not
 * know: conditions, controls and members of enumerations. Such a policy is not readable.
 */
export function unknownMembersOf(policy: CoveragePolicy): string[] {
  const { conditions, grantControls, sessionControls, state } = policy
  return [
    ...othersOf([state], ['enabled', 'disabled', 'enabledForReportingButNotEnforced']),
    ...(conditions.unknown ?? []),
    ...unknownConditionsOf(conditions),
    ...unknownUsersOf(conditions),
    ...(grantControls === null ? [] : unknownControlsOf(grantControls)),
    ...(sessionControls?.unknown ?? []),
  ]
}

function unknownConditionsOf(conditions: PolicyConditions): string[] {
  const { applications, platforms, locations } = conditions
  return [
    ...othersOf(conditions.clientAppTypes, CLIENTS),
    ...othersOf(conditions.userRiskLevels, RISK_LEVELS),
    ...othersOf(conditions.signInRiskLevels, RISK_LEVELS),
    ...othersOf(wordsOf(conditions.insiderRiskLevels), INSIDER_RISK_LEVELS),
    ...othersOf(wordsOf(conditions.authenticationFlows?.transferMethods), TRANSFER_METHODS),
    ...othersOf(platforms?.includePlatforms, PLATFORMS),
    ...othersOf(platforms?.excludePlatforms, PLATFORMS),
    ...keywordsOf(locations?.includeLocations, LOCATIONS),
    ...keywordsOf(locations?.excludeLocations, LOCATIONS),
    ...keywordsOf(applications?.includeApplications, APPLICATIONS),
    ...keywordsOf(applications?.excludeApplications, APPLICATIONS),
  ]
}

function unknownUsersOf({ users }: PolicyConditions): string[] {
  const guests = [users?.includeGuestsOrExternalUsers, users?.excludeGuestsOrExternalUsers]
  return [
    ...keywordsOf(users?.includeUsers, USERS),
    ...keywordsOf(users?.excludeUsers, USERS),
    ...guests.flatMap((each) => [
      ...othersOf(wordsOf(each?.guestOrExternalUserTypes), GUEST_TYPES),
      ...othersOf(wordsOf(each?.externalTenants?.membershipKind), ['all', 'enumerated']),
    ]),
  ]
}

function unknownControlsOf(grant: PolicyGrant): string[] {
  const strength = grant.authenticationStrength ?? null
  const combinations = strength?.allowedCombinations ?? []
  return [
    ...(grant.unknown ?? []),
    ...(grant.builtInControls ?? []).filter((control) => !KNOWN_CONTROLS.has(control)),
    ...othersOf(wordsOf(grant.operator?.toUpperCase()), ['AND', 'OR']),
    ...unknownMethodsOf(combinations),
    ...(strength !== null && combinations.length === 0 ? ['allowedCombinations'] : []),
  ]
}

function othersOf(names: readonly string[] | null | undefined, known: readonly string[]): string[] {
  return (names ?? []).filter((name) => !known.includes(name))
}

/** Ids are in these lists too; only a word in Microsoft's camel case is a member of an enumeration. */
function keywordsOf(
  names: readonly string[] | null | undefined,
  known: readonly string[],
): string[] {
  return othersOf(names, known).filter(
    (name) => /^[A-Za-z]+$/u.test(name) && /[a-z]/u.test(name) && /[A-Z]/u.test(name),
  )
}
