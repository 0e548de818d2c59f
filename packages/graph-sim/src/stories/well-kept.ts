import { domainPublishing } from '../dns.ts'
import { createRandom, type Random } from '../random.ts'
import { skuNamed } from '../world/catalog.ts'
import { emptyDirectory } from '../world/empty-directory.ts'
import { buildNamedLocations } from '../world/named-locations.ts'
import { ROLE_TEMPLATES, type RoleName } from '../world/roles.ts'
import { buildSettings } from '../world/settings.ts'
import type { Domain } from '../world/tenant-facts.ts'
import type { Group, LicenseAssignment, Person, Subscription, Tenant } from '../world/types.ts'
import { wellKeptApplications } from './well-kept-applications.ts'
import { wellKeptPolicies } from './well-kept-policies.ts'

/** Microsoft's value for passwords that never expire (page "domain resource type"). */
const NEVER_EXPIRES = 2_147_483_647
const CREATED = '2021-03-01T08:00:00Z'
const ROLES = [
  'Directory.Read.All',
  'Organization.Read.All',
  'Policy.Read.All',
  'User.Read.All',
  'AuditLog.Read.All',
  'Reports.Read.All',
] as const

/** The people of the well-kept tenant, by the name before the @. */
export type PersonName = 'ada' | 'bo' | 'glass' | 'eva' | 'uma' | 'anna' | 'ben' | 'guest'

export interface WellKept extends Tenant {
  readonly personById: Readonly<Record<PersonName, string>>
  /** The group of the emergency account, which every policy excludes. */
  readonly emergencyGroupId: string
  readonly officeId: string
  readonly countriesId: string
  readonly random: Random
}

interface Draft {
  readonly name: PersonName
  readonly role?: RoleName
  readonly sku?: string
  /** What differs from other members. */
  readonly patch?: Partial<Person>
}

const OFFICE = {
  onPremisesSyncEnabled: true,
  daysSinceUse: { Exchange: 2, OneDrive: 2, SharePoint: 2, Teams: 2 },
} as const

/** Administrators have accounts of their own, without a mailbox; people come from the local directory. */
const DRAFTS: readonly Draft[] = [
  { name: 'ada', role: 'Global Administrator', sku: 'AAD_PREMIUM_P2' },
  { name: 'bo', role: 'Global Administrator', sku: 'AAD_PREMIUM_P2' },
  {
    // The emergency account is in a safe.
    name: 'glass',
    role: 'Global Administrator',
    patch: { hoursSinceSignIn: null, methodsRegistered: [] },
  },
  { name: 'eva', role: 'Exchange Administrator', sku: 'AAD_PREMIUM_P2' },
  { name: 'uma', role: 'User Administrator', sku: 'AAD_PREMIUM_P2' },
  { name: 'anna', sku: 'SPE_E5', patch: OFFICE },
  { name: 'ben', sku: 'SPE_E5', patch: OFFICE },
  {
    name: 'guest',
    patch: { userType: 'Guest', externalUserState: 'Accepted', methodsRegistered: [] },
  },
]

/** A tenant of eight people in which every check that a tenant can pass is passed. */
export function wellKept(name: string): WellKept {
  const random = createRandom(`story:${name}`)
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
  const domain = domainPublishing(slug.slice(0, 30), 'strict')
  const initialDomain = `${slug.replaceAll('-', '').slice(0, 20)}.onmicrosoft.com`
  const people = DRAFTS.map((draft) => personOf(draft, { domain, initialDomain }, random))
  const personById: Readonly<Record<string, string>> = Object.fromEntries(
    people.map(({ id, displayName }) => [displayName, id]),
  )
  const emergency = groupOf('Emergency access', random, { memberIds: [personById['glass'] ?? ''] })
  const [office, countries] = buildNamedLocations('SE', true, random.fork('locations'))
  const ids = {
    emergencyGroupId: emergency.id,
    officeId: office?.id ?? '',
    countriesId: countries?.id ?? '',
  }
  const id = random.fork('tenant').guid()
  return {
    ...emptyDirectory(),
    ...ids,
    personById,
    random,
    id,
    kind: 'csp',
    story: null,
    displayName: name,
    defaultDomainName: domain,
    initialDomainName: initialDomain,
    createdDateTime: CREATED,
    place: { countryCode: 'SE', city: 'Malmö', state: 'Skåne', language: 'sv', region: 'EU' },
    businessPhones: [],
    technicalNotificationMails: [`it@${domain}`],
    onPremisesSyncEnabled: true,
    facts: { domains: domainsOf(domain, initialDomain) },
    partnerTenantType: null,
    contractId: random.fork('contract').guid(),
    contractDisplayName: name,
    isListedAsContract: true,
    consent: { servicePrincipalId: random.fork('consent').guid(), roles: [...ROLES] },
    subscriptions: [seats('SPE_E5', 2, random), seats('AAD_PREMIUM_P2', 4, random)],
    people,
    groups: [emergency, groupOf('Everyone', random, { isUnified: true, visibility: 'Private' })],
    policies: wellKeptPolicies(ids, random.fork('policies')),
    namedLocations: [office, countries].filter((each) => each !== undefined),
    settings: buildSettings({
      care: 'good',
      hasSecurityDefaults: false,
      hasPremium: true,
      isHybrid: true,
      reviewerId: people[0]?.id,
      random: random.fork('settings'),
    }),
    ...wellKeptApplications(id, random.fork('applications')),
    concealsNamesInReports: false,
  }
}

/** A subscription that is far from its renewal. */
export function seats(partNumber: string, enabled: number, random: Random): Subscription {
  return {
    sku: skuNamed(partNumber),
    subscriptionId: random.fork(`subscription:${partNumber}`).guid(),
    capabilityStatus: 'Enabled',
    enabled,
    warning: 0,
    suspended: 0,
    lockedOut: 0,
    isTrial: false,
    renewsInDays: 200,
    createdDateTime: CREATED,
  }
}

export const license = (
  partNumber: string,
  patch: Partial<LicenseAssignment> = {},
): LicenseAssignment => ({
  skuId: skuNamed(partNumber).skuId,
  assignedByGroup: null,
  disabledPlans: [],
  assignedDateTime: CREATED,
  ...patch,
})

export function groupOf(displayName: string, random: Random, patch: Partial<Group> = {}): Group {
  return {
    id: random.fork(`group:${displayName}`).guid(),
    displayName,
    description: null,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    createdDateTime: CREATED,
    isUnified: false,
    visibility: null,
    membershipRule: null,
    isAssignableToRole: false,
    assignedSkuIds: [],
    memberIds: [],
    memberGroupIds: [],
    ...patch,
  }
}

const domainsOf = (domain: string, initialDomain: string): Domain[] =>
  [
    { name: domain, isInitial: false },
    { name: initialDomain, isInitial: true },
  ].map((each) => ({ ...each, passwordValidityPeriodInDays: NEVER_EXPIRES }))

/** Ids do not begin with 0: the simulator gives an old device to people whose ids do. */
const idOf = (random: Random): string => `a${random.guid().slice(1)}`

function personOf(
  { name, role, sku, patch }: Draft,
  { domain, initialDomain }: { readonly domain: string; readonly initialDomain: string },
  random: Random,
): Person {
  const mail = `${name}@${name === 'guest' ? 'partner.example' : domain}`
  return {
    ...plainPerson,
    id: idOf(random.fork(`person:${name}`)),
    displayName: name,
    givenName: name,
    // Guests keep the address of their own company.
    userPrincipalName: name === 'guest' ? `${mail.replace('@', '_')}#EXT#@${initialDomain}` : mail,
    mail,
    licenses: sku === undefined ? [] : [license(sku)],
    roleTemplateIds: role === undefined ? [] : [ROLE_TEMPLATES[role]],
    ...patch,
  }
}

const plainPerson = {
  userType: 'Member',
  onPremisesSyncEnabled: null,
  daysSinceUse: {},
  methodsRegistered: ['microsoftAuthenticatorPush', 'fido2SecurityKey'],
  hoursSinceSignIn: 30,
  externalUserState: null,
  surname: null,
  jobTitle: null,
  department: null,
  officeLocation: null,
  mobilePhone: null,
  businessPhones: [],
  preferredLanguage: null,
  accountEnabled: true,
  createdDateTime: CREATED,
  usageLocation: 'SE',
  passwordPolicies: null,
} as const
