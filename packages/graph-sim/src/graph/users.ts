import { hasEntraPremium, skuById } from '../world/catalog.ts'
import type { LicenseAssignment, Person } from '../world/types.ts'
import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { answerList, requireEventual } from './listing.ts'
import { contextOf, project, selectedNames, type EntityShape } from './projection.ts'
import { GraphRefusal, resourceNotFound } from './refusals.ts'

const PAGE_DEFAULT = 100
const PAGE_MAX = 999
/** Pages with signInActivity hold at most 500 people, whatever $top says (page "List users"). */
const SIGN_IN_PAGE_CAP = 500
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
    assignedLicenses: (person) => assignedLicenses(person),
    assignedPlans: (person) => assignedPlans(person),
    licenseAssignmentStates: (person) => person.licenses.map(assignmentState),
    signInActivity: (person, call) => signInActivity(person, call.now),
  },
}

export function listUsers(call: GraphCall): GraphAnswer {
  refuseSignInActivity(call)
  return answerList(call, {
    set: 'users',
    shape: shapeFor(call),
    rows: call.tenant.people,
    pageDefault: PAGE_DEFAULT,
    pageMax: PAGE_MAX,
    ...(readsSignInActivity(call.query) ? { pageCap: SIGN_IN_PAGE_CAP } : {}),
  })
}

export function getUser(call: GraphCall, id: string): GraphAnswer {
  refuseSignInActivity(call)
  const wanted = id.toLowerCase()
  const person = call.tenant.people.find(
    (each) => each.id === wanted || each.userPrincipalName.toLowerCase() === wanted,
  )
  if (!person) throw resourceNotFound(id)
  const shape = shapeFor(call)
  const names = selectedNames(shape, call)
  return ok({
    '@odata.context': `${contextOf(call, 'users', names)}/$entity`,
    ...project(shape, names, [person, call]),
  })
}

/** Plain text, and only for clients that accept a count which is a little late. */
export function countUsers(call: GraphCall): GraphAnswer {
  requireEventual(call)
  return {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: String(call.tenant.people.length),
  }
}

export function readsSignInActivity(query: URLSearchParams): boolean {
  return /\bsignInActivity\b/i.test(query.get('$select') ?? '')
}

/** With User.ReadBasic.All alone everything beyond the basic properties is null. */
function shapeFor({ caller }: GraphCall): EntityShape<Person> {
  if (caller.roles.some((role) => WIDER_PERMISSIONS.includes(role))) return USER
  const properties = Object.entries(USER.properties).map(
    ([name, read]) => [name, BASIC_PROPERTIES.includes(name) ? read : () => null] as const,
  )
  return { ...USER, properties: Object.fromEntries(properties) }
}

function refuseSignInActivity({ query, caller, tenant }: GraphCall): void {
  if (!readsSignInActivity(query)) return
  if (!caller.roles.includes('AuditLog.Read.All')) {
    throw new GraphRefusal(403, 'Authentication_MSGraphPermissionMissing', {
      message: 'Calling principal does not have required MSGraph permissions AuditLog.Read.All',
    })
  }
  if (!hasEntraPremium(tenant)) {
    throw new GraphRefusal(403, 'Authentication_RequestFromNonPremiumTenantOrB2CTenant', {
      message: "Tenant is not a B2C tenant and doesn't have premium license.",
    })
  }
}

/** A license that comes directly and by a group is told once. */
function assignedLicenses(person: Person) {
  const bySku = Map.groupBy(person.licenses, (license) => license.skuId)
  return [...bySku].map(([skuId, licenses]) => ({
    disabledPlans: licenses[0]?.disabledPlans ?? [],
    skuId,
  }))
}

function assignedPlans(person: Person) {
  return person.licenses.flatMap((license) =>
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
    state: 'Active',
    error: 'None',
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
