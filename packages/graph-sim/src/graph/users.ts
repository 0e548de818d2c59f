import { skuById } from '../world/catalog.ts'
import { findPerson, findPersonNamed } from '../world/directory-index.ts'
import { isHeld } from '../world/licenses.ts'
import type { LicenseAssignment, Person } from '../world/types.ts'
import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { groupObject, wholeObject } from './directory-objects.ts'
import { answerCount, answerList } from './listing.ts'
import { permissionsOf, requireSignInActivity } from './permissions.ts'
import { contextOf, project, selectedNames, type EntityShape } from './projection.ts'
import { resourceNotFound } from './refusals.ts'

const PAGE_DEFAULT = 100
const PAGE_MAX = 999
/** Pages with signInActivity hold at most 500 people, whatever $top says (page "List users"). */
const SIGN_IN_PAGE_CAP = 500
/** $expand tells at most so many objects of a relation. */
const EXPANDED_MAX = 20
const HOUR_MS = 3_600_000

const BASIC_PROPERTIES = ['displayName', 'givenName', 'id', 'mail', 'surname', 'userPrincipalName']
const WIDER_PERMISSIONS = ['User.Read.All', 'Directory.Read.All', 'Directory.ReadWrite.All']

export const USER: EntityShape<Person> = {
  typeName: 'microsoft.graph.user',
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
  foreignProperties: ['aboutMe', 'birthday', 'interests', 'mySite', 'schools', 'skills'],
  volatile: ['companyName', 'signInActivity'],
  expansions: {
    // Nobody has a manager here, and who has none is told without the property.
    manager: () => undefined,
    memberOf: ({ id }, call) =>
      call.tenant.groups
        .filter(({ memberIds }) => memberIds.includes(id))
        .slice(0, EXPANDED_MAX)
        .map((group) => wholeObject(groupObject(group, call.tenant), call)),
  },
  properties: {
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
    country: (person) => person.usageLocation,
    companyName: (_, { tenant }) => tenant.displayName,
    city: (person) => person.officeLocation,
    employeeId: () => null,
    externalUserState: (person) => person.externalUserState,
    passwordPolicies: (person) => person.passwordPolicies,
    assignedLicenses: (person) => assignedLicenses(person),
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
    pageMax: PAGE_MAX,
    ...(readsSignInActivity(call.query) ? { pageCap: SIGN_IN_PAGE_CAP } : {}),
  })
}

export function getUser(call: GraphCall, id: string): GraphAnswer {
  if (readsSignInActivity(call.query)) requireSignInActivity(call)
  const person = findPerson(call.tenant, id) ?? findPersonNamed(call.tenant, id)
  if (!person) throw resourceNotFound(id)
  const shape = userShape(call)
  const names = selectedNames(shape, call)
  return ok({
    '@odata.context': `${contextOf(call, 'users', names)}/$entity`,
    ...project(shape, names, [person, call]),
  })
}

export function countUsers(call: GraphCall): GraphAnswer {
  return answerCount(call, { shape: userShape(call), rows: call.tenant.people })
}

/** Asked for by $select, by $filter or by $orderby: each reads the sign-in dates of people. */
export function readsSignInActivity(query: URLSearchParams): boolean {
  return ['$select', '$filter', '$orderby'].some((option) =>
    /\bsignInActivity\b/i.test(query.get(option) ?? ''),
  )
}

function userShape({ caller }: GraphCall): EntityShape<Person> {
  const isWide = permissionsOf(caller).some((each) => WIDER_PERMISSIONS.includes(each))
  return isWide ? USER : BASIC_USER
}

/** A license that comes directly and by a group is told once. */
function assignedLicenses(person: Person) {
  const bySku = Map.groupBy(person.licenses.filter(isHeld), (license) => license.skuId)
  return [...bySku].map(([skuId, licenses]) => ({
    disabledPlans: licenses[0]?.disabledPlans ?? [],
    skuId,
  }))
}

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
