import type { Person } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dayFrom } from '../engine/dates.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

const ROWS_MAX = 1_000
/** Methods that prove a second factor; an address or a question resets a password at most. */
const MFA_METHODS = [
  'fido2SecurityKey',
  'passKeyDeviceBound',
  'passKeyDeviceBoundAuthenticator',
  'windowsHelloForBusiness',
  'microsoftAuthenticatorPasswordless',
  'microsoftAuthenticatorPush',
  'softwareOneTimePasscode',
  'hardwareOneTimePasscode',
  'mobilePhone',
  'alternateMobilePhone',
  'officePhone',
]
const PASSWORDLESS_METHODS = MFA_METHODS.slice(0, 5)
/** Two of these reset a password. */
const RESET_METHODS_NEEDED = 2

const PROPERTIES = {
  id: (person: Person) => person.id,
  userType: ({ userType }: Person) => (userType === 'Guest' ? 'guest' : 'member'),
  isAdmin: ({ roleTemplateIds }: Person) => roleTemplateIds.length > 0,
  isSsprRegistered: isResetRegistered,
  isSsprEnabled: (person: Person, { tenant }: GraphCall) => isResetAllowed(person, tenant.settings),
  isSsprCapable: (person: Person, { tenant }: GraphCall) =>
    isResetRegistered(person) && isResetAllowed(person, tenant.settings),
  isMfaRegistered: hasMfaMethod,
  isMfaCapable: hasMfaMethod,
  isPasswordlessCapable: ({ methodsRegistered }: Person) =>
    methodsRegistered.some((method) => PASSWORDLESS_METHODS.includes(method)),
  methodsRegistered: (person: Person) => person.methodsRegistered,
  lastUpdatedDateTime: (_: Person, { now }: GraphCall) => dayFrom(now, 0),
}

const REGISTRATION: EntityShape<Person> = {
  typeName: 'microsoft.graph.userRegistrationDetails',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/**
 * Lists the registered methods of people. It is not known for certain whether Microsoft includes
 * blocked accounts: they are left out, unless the fault 'blocked-registered' is on.
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

function hasMfaMethod({ methodsRegistered }: Person): boolean {
  return methodsRegistered.some((method) => MFA_METHODS.includes(method))
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
