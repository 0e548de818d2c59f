import { isUsGovernment, type Cloud } from '../clouds.ts'
import { seatsTaken } from '../world/licenses.ts'
import type { Subscription, Tenant } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { answerList } from './listing.ts'
import { permissionsOf } from './permissions.ts'
import type { EntityShape } from './projection.ts'
import { withoutProperties } from './single.ts'

/** These answer all of their rows at once. */
const ONE_PAGE = { pageDefault: 10_000, pageMax: 10_000 } as const
const DIRECTORY_OBJECTS_MAX = 300_000
/** By Microsoft's metadata of that cloud. */
const MISSING_IN_US_GOVERNMENT = ['defaultUsageLocation']

const ORGANIZATION: EntityShape<Tenant> = {
  typeName: 'microsoft.graph.organization',
  defaults: [
    'id',
    'deletedDateTime',
    'businessPhones',
    'city',
    'country',
    'countryLetterCode',
    'createdDateTime',
    'defaultUsageLocation',
    'displayName',
    'onPremisesLastSyncDateTime',
    'onPremisesSyncEnabled',
    'partnerTenantType',
    'preferredLanguage',
    'securityComplianceNotificationMails',
    'state',
    'technicalNotificationMails',
    'tenantType',
    'assignedPlans',
    'verifiedDomains',
  ],
  properties: {
    id: (tenant) => tenant.id,
    deletedDateTime: () => null,
    businessPhones: (tenant) => tenant.businessPhones,
    city: (tenant) => tenant.place.city,
    country: () => null,
    countryLetterCode: (tenant) => tenant.place.countryCode,
    createdDateTime: (tenant) => tenant.createdDateTime,
    defaultUsageLocation: (tenant) => tenant.place.countryCode,
    displayName: (tenant) => tenant.displayName,
    onPremisesLastSyncDateTime: (tenant, { now }) =>
      tenant.onPremisesSyncEnabled ? new Date(now - 1_200_000).toISOString() : null,
    onPremisesSyncEnabled: (tenant) => tenant.onPremisesSyncEnabled,
    partnerTenantType: (tenant) => tenant.partnerTenantType,
    preferredLanguage: (tenant) => tenant.place.language.slice(0, 2),
    securityComplianceNotificationMails: () => [],
    state: (tenant) => tenant.place.state,
    technicalNotificationMails: (tenant) => tenant.technicalNotificationMails,
    tenantType: () => 'AAD',
    assignedPlans: () => [],
    verifiedDomains: (tenant) => verifiedDomains(tenant),
    directorySizeQuota: (tenant) => ({
      used: tenant.people.length + tenant.groups.length,
      total: DIRECTORY_OBJECTS_MAX,
    }),
  },
}

const FEW_PROPERTIES = ['id', 'displayName', 'verifiedDomains']
const ORGANIZATION_PERMISSIONS = [
  'Organization.Read.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
]

/** One row. With User.Read.All alone only a few properties have a value. */
export function listOrganization(call: GraphCall): GraphAnswer {
  const isWhole = permissionsOf(call.caller).some((each) => ORGANIZATION_PERMISSIONS.includes(each))
  const shape = isWhole ? organizationIn(call.cloud) : onlyFew(ORGANIZATION)
  return answerList(call, { set: 'organization', shape, rows: [call.tenant], ...ONE_PAGE })
}

function organizationIn(cloud: Cloud): EntityShape<Tenant> {
  return isUsGovernment(cloud)
    ? withoutProperties(ORGANIZATION, MISSING_IN_US_GOVERNMENT)
    : ORGANIZATION
}

const SUBSCRIBED_SKU_PROPERTIES = {
  accountName: (_: Subscription, { tenant }: GraphCall) =>
    tenant.initialDomainName.replace('.onmicrosoft.com', ''),
  accountId: (_: Subscription, { tenant }: GraphCall) => tenant.id,
  appliesTo: ({ sku }: Subscription) => sku.appliesTo,
  capabilityStatus: (subscription: Subscription) => subscription.capabilityStatus,
  consumedUnits: ({ sku }: Subscription, { tenant }: GraphCall) => seatsTaken(tenant.people, sku),
  id: ({ sku }: Subscription, { tenant }: GraphCall) => `${tenant.id}_${sku.skuId}`,
  skuId: ({ sku }: Subscription) => sku.skuId,
  skuPartNumber: ({ sku }: Subscription) => sku.skuPartNumber,
  subscriptionIds: (subscription: Subscription) => [subscription.subscriptionId],
  prepaidUnits: ({ enabled, suspended, warning, lockedOut }: Subscription) => ({
    enabled,
    suspended,
    warning,
    lockedOut,
  }),
  servicePlans: (subscription: Subscription) => servicePlans(subscription),
}

const SUBSCRIBED_SKU: EntityShape<Subscription> = {
  typeName: 'microsoft.graph.subscribedSku',
  properties: SUBSCRIBED_SKU_PROPERTIES,
  defaults: Object.keys(SUBSCRIBED_SKU_PROPERTIES),
}

export function listSubscribedSkus(call: GraphCall): GraphAnswer {
  const rows = call.tenant.subscriptions
  return answerList(call, { set: 'subscribedSkus', shape: SUBSCRIBED_SKU, rows, ...ONE_PAGE })
}

interface Domain {
  readonly name: string
  readonly isInitial: boolean
}

const DOMAIN_PROPERTIES = {
  authenticationType: () => 'Managed',
  availabilityStatus: () => null,
  id: (domain: Domain) => domain.name,
  isAdminManaged: () => true,
  isDefault: (domain: Domain) => !domain.isInitial,
  isInitial: (domain: Domain) => domain.isInitial,
  isRoot: () => true,
  isVerified: () => true,
  supportedServices: (domain: Domain) =>
    domain.isInitial ? [] : ['Email', 'OfficeCommunicationsOnline'],
  passwordValidityPeriodInDays: () => null,
  passwordNotificationWindowInDays: () => null,
}

const DOMAIN: EntityShape<Domain> = {
  typeName: 'microsoft.graph.domain',
  properties: DOMAIN_PROPERTIES,
  defaults: Object.keys(DOMAIN_PROPERTIES),
}

export function listDomains(call: GraphCall): GraphAnswer {
  const { defaultDomainName, initialDomainName } = call.tenant
  const rows = [
    { name: defaultDomainName, isInitial: false },
    { name: initialDomainName, isInitial: true },
  ]
  return answerList(call, { set: 'domains', shape: DOMAIN, rows, ...ONE_PAGE })
}

function verifiedDomains({ defaultDomainName, initialDomainName }: Tenant) {
  return [
    {
      capabilities: 'Email, OfficeCommunicationsOnline',
      isDefault: true,
      isInitial: false,
      name: defaultDomainName,
      type: 'Managed',
    },
    {
      capabilities: 'None',
      isDefault: false,
      isInitial: true,
      name: initialDomainName,
      type: 'Managed',
    },
  ]
}

/** The plans of a license, switched on while the subscription may be used. */
export function servicePlans({ sku, capabilityStatus }: Subscription) {
  const isUsable = capabilityStatus === 'Enabled' || capabilityStatus === 'Warning'
  return sku.servicePlans.map((plan) => ({
    servicePlanId: plan.id,
    servicePlanName: plan.name,
    provisioningStatus: isUsable ? 'Success' : 'Disabled',
    // The foundation of Exchange is switched on for the tenant, not for a person.
    appliesTo: plan.name === 'EXCHANGE_S_FOUNDATION' ? 'Company' : sku.appliesTo,
  }))
}

function onlyFew<Row>(shape: EntityShape<Row>): EntityShape<Row> {
  const properties = Object.entries(shape.properties).map(
    ([name, read]) => [name, FEW_PROPERTIES.includes(name) ? read : () => null] as const,
  )
  return { ...shape, properties: Object.fromEntries(properties), defaults: FEW_PROPERTIES }
}
