import { seatsTaken } from '../../world/licenses.ts'
import type { Domain } from '../../world/tenant-facts.ts'
import type { Subscription, Tenant } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

/** These answer all of their rows at once. */
const ONE_PAGE = { pageDefault: 10_000, pageMax: 10_000 } as const
const DIRECTORY_OBJECTS_MAX = 300_000
const HOUR_MS = 3_600_000
/** Hours since the last synchronization of an ordinary hybrid directory. */
const SYNC_HOURS = 1 / 3

const ORGANIZATION_PROPERTIES: EntityShape<Tenant>['properties'] = {
  id: (tenant) => tenant.id,
  businessPhones: (tenant) => tenant.businessPhones,
  city: (tenant) => tenant.place.city,
  countryLetterCode: (tenant) => tenant.place.countryCode,
  createdDateTime: (tenant) => tenant.createdDateTime,
  displayName: (tenant) => tenant.displayName,
  onPremisesLastSyncDateTime: (tenant, { now }) =>
    tenant.onPremisesSyncEnabled
      ? new Date(now - (tenant.facts?.hoursSinceSync ?? SYNC_HOURS) * HOUR_MS).toISOString()
      : null,
  onPremisesSyncEnabled: (tenant) => tenant.onPremisesSyncEnabled,
  partnerTenantType: (tenant) => tenant.partnerTenantType,
  securityComplianceNotificationMails: () => [],
  state: (tenant) => tenant.place.state,
  technicalNotificationMails: (tenant) => tenant.technicalNotificationMails,
  tenantType: () => 'AAD',
  verifiedDomains: (tenant) => verifiedDomains(tenant),
  directorySizeQuota: (tenant) => ({
    used: tenant.facts?.quotaUsed ?? tenant.people.length + tenant.groups.length,
    total: DIRECTORY_OBJECTS_MAX,
  }),
}

const ORGANIZATION: EntityShape<Tenant> = {
  typeName: 'microsoft.graph.organization',
  defaults: Object.keys(ORGANIZATION_PROPERTIES).filter((name) => name !== 'directorySizeQuota'),
  properties: ORGANIZATION_PROPERTIES,
}

const FEW_PROPERTIES = ['id', 'displayName', 'verifiedDomains']
const ORGANIZATION_PERMISSIONS = [
  'Organization.Read.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
]

/** One row. With User.Read.All alone only a few properties have a value. */
export function listOrganization(call: GraphCall): GraphAnswer {
  const isWhole = call.caller.roles.some((each) => ORGANIZATION_PERMISSIONS.includes(each))
  const shape = isWhole ? ORGANIZATION : onlyFew(ORGANIZATION)
  return answerList(call, { set: 'organization', shape, rows: [call.tenant], ...ONE_PAGE })
}

const SUBSCRIBED_SKU_PROPERTIES = {
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

const DOMAIN_PROPERTIES = {
  authenticationType: ({ authenticationType }: Domain) => authenticationType ?? 'Managed',
  id: (domain: Domain) => domain.name,
  isDefault: (domain: Domain) => !domain.isInitial,
  isInitial: (domain: Domain) => domain.isInitial,
  isRoot: () => true,
  isVerified: ({ isVerified }: Domain) => isVerified ?? true,
  supportedServices: (domain: Domain) =>
    domain.isInitial ? [] : ['Email', 'OfficeCommunicationsOnline'],
  passwordValidityPeriodInDays: ({ passwordValidityPeriodInDays }: Domain) =>
    passwordValidityPeriodInDays ?? null,
}

const DOMAIN: EntityShape<Domain> = {
  typeName: 'microsoft.graph.domain',
  properties: DOMAIN_PROPERTIES,
  defaults: Object.keys(DOMAIN_PROPERTIES),
}

export function listDomains(call: GraphCall): GraphAnswer {
  const { defaultDomainName, facts, initialDomainName } = call.tenant
  const rows = facts?.domains ?? [
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
function servicePlans({ sku, capabilityStatus }: Subscription) {
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
