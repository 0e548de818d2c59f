import { counted } from './counted.ts'
import { wordsOf } from './coverage/facts.ts'
import type { CoveragePolicy, PolicyConditions } from './coverage/facts.ts'

/** One setting of a policy in words, for example 'Client apps': 'Browser'. */
interface PolicyDetail {
  readonly label: string
  readonly text: string
}

type Names = readonly string[] | null | undefined
type Maybe<Value> = Value | null | undefined
type PolicyUsers = PolicyConditions['users']

/** The settings of a policy that are shown; any may be null or absent. */
export interface PolicySettings {
  readonly conditions: PolicyConditions
  readonly grantControls?: Maybe<Grant>
  readonly sessionControls?: Maybe<Session>
}

type Grant = NonNullable<CoveragePolicy['grantControls']> & {
  readonly authenticationStrength?: Maybe<{ readonly displayName?: Maybe<string> }>
}

interface Session {
  readonly disableResilienceDefaults?: Maybe<boolean>
  readonly signInFrequency?: Maybe<{
    readonly isEnabled?: Maybe<boolean>
    readonly type?: Maybe<string>
    readonly value?: Maybe<number>
    readonly frequencyInterval?: Maybe<string>
  }>
  readonly persistentBrowser?: Maybe<{
    readonly isEnabled?: Maybe<boolean>
    readonly mode?: Maybe<string>
  }>
  readonly secureSignInSession?: Maybe<{ readonly isEnabled?: Maybe<boolean> }>
  readonly unknown?: Names
}

/** Returns the conditions and controls of a policy in words, without what is not set. `policySections` adds users, resources and locations by name. */
export function policyDetails(policy: PolicySettings): PolicyDetail[] {
  const { conditions, grantControls, sessionControls } = policy
  const rows: readonly (readonly [string, string])[] = [
    ...resourceRows(conditions.applications),
    ...conditionRows(conditions),
    ['Access', grantText(grantControls)],
    ['Session', sessionText(sessionControls)],
    [
      'Not known to this version',
      list([
        ...(conditions.unknown ?? []),
        ...(grantControls?.unknown ?? []),
        ...(sessionControls?.unknown ?? []),
      ]),
    ],
  ]
  return rows.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]))
}

/** Words of Microsoft among the ids of users. */
const AUDIENCES: ReadonlySet<string> = new Set(['All', 'None', 'GuestsOrExternalUsers'])

/**
 * Returns for example 'All users' or '3 users + 2 groups, 1 role' (decisions.md, Licenses, last line);
 * empty when the policy names no user, group or role.
 */
export function audienceOf(users: PolicyUsers): string {
  const all = users?.includeUsers ?? []
  if (all.includes('All')) return 'All users'
  const hasGuests =
    all.includes('GuestsOrExternalUsers') || isSet(users?.includeGuestsOrExternalUsers)
  const ids = all.filter((id) => !AUDIENCES.has(id))
  const first = [
    ...countedUnlessNone(ids, 'user'),
    ...(hasGuests ? ['Guests or external users'] : []),
  ]
  const further = [
    ...countedUnlessNone(users?.includeGroups, 'group'),
    ...countedUnlessNone(users?.includeRoles, 'role'),
  ]
  return [list(first), list(further)].filter((part) => part !== '').join(' + ')
}

const USER_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['urn:user:registersecurityinfo', 'Register security information'],
  ['urn:user:registerdevice', 'Register or join devices'],
])

function resourceRows(
  applications: PolicyConditions['applications'],
): readonly (readonly [string, string])[] {
  const contexts = applications?.includeAuthenticationContextClassReferences
  return [
    ['Resource filter', isSet(applications?.applicationFilter) ? 'By attributes' : ''],
    ['User actions', worded(applications?.includeUserActions, USER_ACTIONS)],
    ['Authentication contexts', list(countedUnlessNone(contexts, 'context'))],
  ]
}

const CLIENTS: ReadonlyMap<string, string> = new Map([
  ['all', ''],
  ['browser', 'Browser'],
  ['mobileAppsAndDesktopClients', 'Mobile apps and desktop clients'],
  ['exchangeActiveSync', 'Exchange ActiveSync'],
  ['easSupported', 'Exchange ActiveSync on supported platforms'],
  ['other', 'Other clients (legacy authentication)'],
])

const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['all', 'Any'],
  ['android', 'Android'],
  ['windows', 'Windows'],
  ['macOS', 'macOS'],
  ['linux', 'Linux'],
  ['windowsPhone', 'Windows Phone'],
])

const RISKS: ReadonlyMap<string, string> = new Map([
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
  ['none', 'No risk'],
  ['minor', 'Minor'],
  ['moderate', 'Moderate'],
  ['elevated', 'Elevated'],
])

const FLOWS: ReadonlyMap<string, string> = new Map([
  ['deviceCodeFlow', 'Device code flow'],
  ['authenticationTransfer', 'Authentication transfer'],
])

function conditionRows(conditions: PolicyConditions): readonly (readonly [string, string])[] {
  const { platforms, devices, authenticationFlows } = conditions
  return [
    ['Client apps', worded(conditions.clientAppTypes, CLIENTS)],
    ['Device platforms', worded(platforms?.includePlatforms, PLATFORMS)],
    ['Excluded platforms', worded(platforms?.excludePlatforms, PLATFORMS)],
    ['User risk', worded(conditions.userRiskLevels, RISKS)],
    ['Sign-in risk', worded(conditions.signInRiskLevels, RISKS)],
    ['Service principal risk', worded(conditions.servicePrincipalRiskLevels, RISKS)],
    ['Insider risk', worded(wordsOf(conditions.insiderRiskLevels), RISKS)],
    ['Device filter', isSet(devices?.deviceFilter) ? 'By attributes' : ''],
    ['Authentication flows', worded(wordsOf(authenticationFlows?.transferMethods), FLOWS)],
  ]
}

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['mfa', 'Require multifactor authentication'],
  ['compliantDevice', 'Require a compliant device'],
  ['domainJoinedDevice', 'Require a Microsoft Entra hybrid joined device'],
  ['approvedApplication', 'Require an approved client app'],
  ['compliantApplication', 'Require an app protection policy'],
  ['passwordChange', 'Require a password change'],
])

function grantText(grant: Maybe<Grant>): string {
  if (!grant) return 'No grant control'
  const builtIn = distinct(grant.builtInControls)
  if (builtIn.includes('block')) return 'Block access'
  const controls = [
    ...builtIn.map((control) => CONTROLS.get(control) ?? control),
    ...strengthTexts(grant.authenticationStrength),
    ...countedUnlessNone(grant.termsOfUse, 'terms of use document').map((text) => `Accept ${text}`),
    ...countedUnlessNone(grant.customAuthenticationFactors, 'custom control'),
  ]
  if (controls.length === 0) return 'No grant control'
  return controls.join(grant.operator?.toUpperCase() === 'AND' ? ' and ' : ' or ')
}

function strengthTexts(strength: Grant['authenticationStrength']): string[] {
  return strength ? [`Require authentication strength: ${strength.displayName ?? 'unnamed'}`] : []
}

function sessionText(session: Maybe<Session>): string {
  if (!session) return ''
  const { persistentBrowser, secureSignInSession, disableResilienceDefaults } = session
  return [
    frequencyText(session.signInFrequency),
    persistentBrowser?.isEnabled === true
      ? `Persistent browser session: ${persistentBrowser.mode ?? 'not known'}`
      : '',
    secureSignInSession?.isEnabled === true ? 'Require token protection' : '',
    disableResilienceDefaults === true ? 'Resilience defaults are disabled' : '',
  ]
    .filter((text) => text !== '')
    .join('. ')
}

function frequencyText(frequency: Session['signInFrequency']): string {
  if (frequency?.isEnabled !== true) return ''
  const { type, value, frequencyInterval } = frequency
  if (frequencyInterval === 'everyTime') return 'Sign-in frequency: every time'
  if (typeof value !== 'number') return 'Sign-in frequency: not known'
  return `Sign-in frequency: ${counted(value, type === 'days' ? 'day' : 'hour')}`
}

/** Returns words for names; a name that Microsoft adds later is returned unchanged. */
function worded(names: Names, words: ReadonlyMap<string, string>): string {
  return list(distinct(names).map((name) => words.get(name) ?? name))
}

function countedUnlessNone(ids: Names, noun: string): string[] {
  const count = distinct(ids).length
  return count > 0 ? [counted(count, noun)] : []
}

/** Removes duplicates and blank ids. */
function distinct(ids: Names): string[] {
  return [...new Set(ids)].filter((id) => id.trim() !== '')
}

const list = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ')

const isSet = (value: unknown): boolean => value !== null && value !== undefined
