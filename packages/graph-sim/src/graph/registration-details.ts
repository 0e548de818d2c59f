import type { Person } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { dayFrom } from './dates.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'

const ROWS_MAX = 1_000
/** Methods that prove a second factor; an address or a question resets a password at most. */
const MFA_METHODS: Readonly<Record<string, string>> = {
  fido2SecurityKey: 'fido2',
  passKeyDeviceBound: 'fido2',
  passKeyDeviceBoundAuthenticator: 'fido2',
  windowsHelloForBusiness: 'fido2',
  microsoftAuthenticatorPasswordless: 'push',
  microsoftAuthenticatorPush: 'push',
  softwareOneTimePasscode: 'oath',
  hardwareOneTimePasscode: 'oath',
  mobilePhone: 'sms',
  alternateMobilePhone: 'voiceAlternateMobile',
  officePhone: 'voiceOffice',
}
const PASSWORDLESS_METHODS = [
  'fido2SecurityKey',
  'passKeyDeviceBound',
  'passKeyDeviceBoundAuthenticator',
  'windowsHelloForBusiness',
  'microsoftAuthenticatorPasswordless',
]
/** Two of these reset a password. */
const RESET_METHODS_NEEDED = 2

const PROPERTIES = {
  id: (person: Person) => person.id,
  userPrincipalName: (person: Person) => person.userPrincipalName,
  userDisplayName: (person: Person) => person.displayName,
  userType: ({ userType }: Person) => (userType === 'Guest' ? 'guest' : 'member'),
  isAdmin: ({ roleTemplateIds }: Person) => roleTemplateIds.length > 0,
  isSsprRegistered: isResetRegistered,
  isSsprEnabled: (person: Person, { tenant }: GraphCall) => isResetAllowed(person, tenant.settings),
  isSsprCapable: (person: Person, { tenant }: GraphCall) =>
    isResetRegistered(person) && isResetAllowed(person, tenant.settings),
  isMfaRegistered: (person: Person) => mfaMethods(person).length > 0,
  isMfaCapable: (person: Person) => mfaMethods(person).length > 0,
  isPasswordlessCapable: ({ methodsRegistered }: Person) =>
    methodsRegistered.some((method) => PASSWORDLESS_METHODS.includes(method)),
  methodsRegistered: (person: Person) => person.methodsRegistered,
  isSystemPreferredAuthenticationMethodEnabled: (person: Person) => mfaMethods(person).length > 0,
  systemPreferredAuthenticationMethods: (person: Person) => mfaMethods(person).slice(0, 1),
  userPreferredMethodForSecondaryAuthentication: (person: Person) =>
    mfaMethods(person).find((method) => method !== 'fido2') ?? 'none',
  lastUpdatedDateTime: (_: Person, { now }: GraphCall) => dayFrom(now, 0),
}

const REGISTRATION: EntityShape<Person> = {
  typeName: 'microsoft.graph.userRegistrationDetails',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/**
 * Who registered which methods. Whether people whose account is blocked are in it is not known for
 * certain: they are not, but the fault 'blocked-registered' tells them too.
 */
export function listRegistrationDetails(call: GraphCall): GraphAnswer {
  const { people } = call.tenant
  return answerList(call, {
    set: 'reports/authenticationMethods/userRegistrationDetails',
    shape: REGISTRATION,
    rows: call.isHitBy('blocked-registered')
      ? people
      : people.filter((person) => person.accountEnabled),
    pageDefault: ROWS_MAX,
    pageMax: ROWS_MAX,
  })
}

/** Strongest first, as the system prefers them. */
function mfaMethods({ methodsRegistered }: Person): string[] {
  const methods = Object.entries(MFA_METHODS)
    .filter(([name]) => methodsRegistered.includes(name))
    .map(([, method]) => method)
  return [...new Set(methods)]
}

function isResetRegistered({ methodsRegistered }: Person): boolean {
  return methodsRegistered.length >= RESET_METHODS_NEEDED
}

/** Administrators may always reset their password, others where the directory lets them. */
function isResetAllowed(
  { roleTemplateIds }: Person,
  { authorizationPolicy }: GraphCall['tenant']['settings'],
): boolean {
  return roleTemplateIds.length > 0 || authorizationPolicy['allowedToUseSSPR'] === true
}
