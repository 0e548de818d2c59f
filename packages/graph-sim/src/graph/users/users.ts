import { skuById } from '../../world/catalog.ts'
import { findPerson, findPersonNamed } from '../../world/directory-index.ts'
import { invitationChangedAt } from '../../world/invitations.ts'
import { heldLicenses, isHeld } from '../../world/licenses.ts'
import type { LicenseAssignment, Person } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { requireSignInActivity } from '../engine/permissions.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerCount, answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { answerSingle } from '../query/single.ts'

const PAGE_DEFAULT = 100
const PAGE_MAX = 999
/** The largest page with signInActivity (page "List users"); Microsoft has lowered it before. */
const SIGN_IN_PAGE_MAX = 500
const HOUR_MS = 3_600_000

const BASIC_PROPERTIES = ['displayName', 'givenName', 'id', 'mail', 'surname', 'userPrincipalName']
/** Properties of Microsoft's users that no simulated person has. */
const NEVER_SET = [
  'ageGroup',
  'city',
  'companyName',
  'country',
  'employeeHireDate',
  'employeeId',
  'employeeType',
  'faxNumber',
  'lastPasswordChangeDateTime',
  'onPremisesDistinguishedName',
  'onPremisesDomainName',
  'onPremisesImmutableId',
  'onPremisesLastSyncDateTime',
  'onPremisesSamAccountName',
  'onPremisesSecurityIdentifier',
  'onPremisesUserPrincipalName',
  'postalCode',
  'state',
  'streetAddress',
]
const WIDER_PERMISSIONS = ['User.Read.All', 'Directory.Read.All', 'Directory.ReadWrite.All']

export const USER: EntityShape<Person> = {
  typeName: 'microsoft.graph.user',
  // Graph names the type of an object in a list only where it is derived from the list's type.
  annotations: { '@odata.type': ({ agentOf }) => typeOfUser(agentOf) },
  defaults: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
  ],
  volatile: ['signInActivity'],
  properties: {
    ...Object.fromEntries(NEVER_SET.map((name) => [name, () => null])),
    id: (person) => person.id,
    displayName: (person) => person.displayName,
    givenName: (person) => person.givenName,
    surname: (person) => person.surname,
    userPrincipalName: (person) => person.userPrincipalName,
    mail: (person) => person.mail,
    mailNickname: (person) => person.userPrincipalName.replace(/[@#].*$/, ''),
    jobTitle: (person) => person.jobTitle,
    department: (person) => person.department,
    officeLocation: (person) => person.officeLocation,
    mobilePhone: (person) => person.mobilePhone,
    businessPhones: (person) => person.businessPhones,
    preferredLanguage: (person) => person.preferredLanguage,
    accountEnabled: (person) => person.accountEnabled,
    userType: (person) => person.userType,
    onPremisesSyncEnabled: (person) => person.onPremisesSyncEnabled,
    createdDateTime: (person) => person.createdDateTime,
    deletedDateTime: () => null,
    usageLocation: (person) => person.usageLocation,
    externalUserState: (person) => person.externalUserState,
    externalUserStateChangeDateTime: (person) => invitationChangedAt(person),
    passwordPolicies: (person) => person.passwordPolicies,
    assignedLicenses: heldLicenses,
    assignedPlans: (person) => assignedPlans(person),
    licenseAssignmentStates: (person) => person.licenses.map(assignmentState),
    signInActivity: (person, call) => signInActivity(person, call.now),
  },
}

/** What User.ReadBasic.All alone lets an app see: everything beyond the basic properties is null. */
const BASIC_USER: EntityShape<Person> = {
  ...USER,
  properties: Object.fromEntries(
    Object.entries(USER.properties).map(
      ([name, read]) => [name, BASIC_PROPERTIES.includes(name) ? read : () => null] as const,
    ),
  ),
}

export function listUsers(call: GraphCall): GraphAnswer {
  if (readsSignInActivity(call.query)) requireSignInActivity(call)
  return answerList(call, {
    set: 'users',
    shape: userShape(call),
    rows: call.tenant.people,
    pageDefault: PAGE_DEFAULT,
    pageMax: readsSignInActivity(call.query) ? SIGN_IN_PAGE_MAX : PAGE_MAX,
  })
}

export function getUser(call: GraphCall, id: string): GraphAnswer {
  if (readsSignInActivity(call.query)) requireSignInActivity(call)
  const person = findPerson(call.tenant, id) ?? findPersonNamed(call.tenant, id)
  if (!person) throw resourceNotFound(id)
  return answerSingle(call, { set: 'users', shape: userShape(call), row: person })
}

export function countUsers(call: GraphCall): GraphAnswer {
  return answerCount(call, { shape: userShape(call), rows: call.tenant.people })
}

/** True when the query selects the sign-in dates of people. */
export function readsSignInActivity(query: URLSearchParams): boolean {
  return /\bsignInActivity\b/i.test(query.get('$select') ?? '')
}

function userShape({ caller }: GraphCall): EntityShape<Person> {
  const isWide = caller.roles.some((each) => WIDER_PERMISSIONS.includes(each))
  return isWide ? USER : BASIC_USER
}

const typeOfUser = (agentOf: string | undefined) =>
  agentOf === undefined ? undefined : '#microsoft.graph.agentUser'

function assignedPlans(person: Person) {
  return person.licenses.filter(isHeld).flatMap((license) =>
    skuById(license.skuId)
      .servicePlans.filter((plan) => !license.disabledPlans.includes(plan.id))
      .map((plan) => ({
        assignedDateTime: license.assignedDateTime,
        capabilityStatus: 'Enabled',
        service: plan.name.split('_')[0]?.toLowerCase() ?? '',
        servicePlanId: plan.id,
      })),
  )
}

function assignmentState(license: LicenseAssignment) {
  return {
    skuId: license.skuId,
    disabledPlans: license.disabledPlans,
    assignedByGroup: license.assignedByGroup,
    state: license.state ?? 'Active',
    error: license.error ?? 'None',
    lastUpdatedDateTime: license.assignedDateTime,
  }
}

/** Absent, not null, for people who never signed in. */
function signInActivity({ id, hoursSinceSignIn }: Person, now: number) {
  if (hoursSinceSignIn === null) return undefined
  const at = new Date(now - hoursSinceSignIn * HOUR_MS).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    lastSignInDateTime: at,
    lastSignInRequestId: id,
    lastNonInteractiveSignInDateTime: at,
    lastNonInteractiveSignInRequestId: id,
    lastSuccessfulSignInDateTime: at,
    lastSuccessfulSignInRequestId: id,
  }
}
