import { readContracts } from '../../read/contracts.ts'
import { ADA, EXCHANGE, GROUP, NEVER, readFact, SPB, TENANT, wholeOf } from './golden.ts'
import type { Golden } from './golden.ts'

const organization = {
  id: TENANT,
  displayName: 'Fabrikam',
  createdDateTime: '2019-03-01T10:00:00Z',
  countryLetterCode: 'US',
  city: 'Austin',
  state: 'TX',
  businessPhones: ['+1 512 555 0100'],
  technicalNotificationMails: ['it@fabrikam.example'],
  securityComplianceNotificationMails: ['security@fabrikam.example'],
  verifiedDomains: [
    {
      name: 'fabrikam.example',
      isDefault: true,
      isInitial: false,
      type: 'Managed',
      capabilities: 'Email, OfficeCommunicationsOnline',
    },
  ],
  onPremisesSyncEnabled: true,
  onPremisesLastSyncDateTime: '2026-11-20T08:10:00Z',
  partnerTenantType: 'breadthPartner',
  tenantType: 'AAD',
  directorySizeQuota: { used: 211, total: 50_000 },
}

const bareOrganization = {
  id: TENANT,
  displayName: null,
  createdDateTime: null,
  countryLetterCode: null,
  city: null,
  state: null,
  businessPhones: [],
  technicalNotificationMails: [],
  securityComplianceNotificationMails: [],
  verifiedDomains: [],
  onPremisesSyncEnabled: null,
  onPremisesLastSyncDateTime: null,
  partnerTenantType: null,
  tenantType: null,
  directorySizeQuota: null,
}

const sku = {
  id: `${TENANT}_${SPB}`,
  skuId: SPB,
  skuPartNumber: 'SPB',
  capabilityStatus: 'Enabled',
  appliesTo: 'User',
  consumedUnits: 14,
  prepaidUnits: { enabled: 25, suspended: 1, warning: 2, lockedOut: 3 },
  subscriptionIds: [GROUP],
  servicePlans: [
    {
      servicePlanId: EXCHANGE,
      servicePlanName: 'EXCHANGE_S_STANDARD',
      provisioningStatus: 'Success',
      appliesTo: 'User',
    },
  ],
}

const bareSku = {
  id: sku.id,
  skuId: SPB,
  skuPartNumber: 'SPB',
  capabilityStatus: null,
  appliesTo: null,
  consumedUnits: 0,
  prepaidUnits: { enabled: 0, suspended: 0, warning: 0, lockedOut: 0 },
  subscriptionIds: [],
  servicePlans: [],
}

const domain = {
  id: 'fabrikam.example',
  isDefault: true,
  isInitial: false,
  isVerified: true,
  isRoot: true,
  authenticationType: 'Managed',
  passwordValidityPeriodInDays: 2_147_483_647,
  supportedServices: ['Email'],
}

const bareDomain = {
  id: 'fabrikam.example',
  isDefault: null,
  isInitial: null,
  isVerified: null,
  isRoot: null,
  authenticationType: null,
  passwordValidityPeriodInDays: null,
  supportedServices: [],
}

const subscription = {
  id: GROUP,
  commerceSubscriptionId: ADA,
  skuId: SPB,
  skuPartNumber: 'SPB',
  status: 'Enabled',
  isTrial: false,
  totalLicenses: 25,
  createdDateTime: '2023-01-01T00:00:00Z',
  nextLifecycleDateTime: '2027-01-01T00:00:00Z',
  ownerTenantId: TENANT,
}

const bareSubscription = {
  id: GROUP,
  commerceSubscriptionId: null,
  skuId: SPB,
  skuPartNumber: null,
  status: null,
  isTrial: null,
  totalLicenses: 0,
  createdDateTime: null,
  nextLifecycleDateTime: null,
  ownerTenantId: null,
}

const contract = {
  id: GROUP,
  customerId: TENANT,
  contractType: 'ResellerPartner',
  defaultDomainName: 'contoso.example',
  displayName: 'Contoso',
}

/** What a directory says of itself and of what it bought. */
export const DIRECTORY_GOLDEN: readonly Golden[] = [
  {
    name: 'organization',
    path: '/organization',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'organization'),
    full: {
      ...organization,
      assignedPlans: [{ service: 'exchange' }],
      marketingNotificationEmails: [],
    },
    keptOfFull: organization,
    required: ['id'],
    keptOfBare: bareOrganization,
    odd: {
      id: TENANT,
      displayName: '',
      createdDateTime: NEVER,
      onPremisesLastSyncDateTime: '',
      businessPhones: [null, '+1'],
      tenantType: 'AAD on the Moon',
      directorySizeQuota: { used: null },
    },
    keptOfOdd: {
      ...bareOrganization,
      businessPhones: ['+1'],
      tenantType: 'AAD on the Moon',
      directorySizeQuota: { used: 0, total: 0 },
    },
    unneeded: ['assignedPlans', 'marketingNotificationEmails'],
  },
  {
    name: 'subscribed SKUs',
    path: '/subscribedSkus',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'subscribedSkus'),
    full: { ...sku, accountName: 'fabrikam', accountId: TENANT },
    keptOfFull: sku,
    required: ['id', 'skuId', 'skuPartNumber'],
    keptOfBare: bareSku,
    odd: {
      ...sku,
      skuId: SPB.toUpperCase(),
      skuPartNumber: 'SPB ',
      capabilityStatus: 'Paused',
      prepaidUnits: { enabled: null },
      servicePlans: [null, { servicePlanId: EXCHANGE.toUpperCase(), provisioningStatus: 'Odd' }],
    },
    keptOfOdd: {
      ...sku,
      capabilityStatus: 'Paused',
      prepaidUnits: bareSku.prepaidUnits,
      servicePlans: [
        {
          servicePlanId: EXCHANGE,
          servicePlanName: null,
          provisioningStatus: 'Odd',
          appliesTo: null,
        },
      ],
    },
    unneeded: ['accountName', 'accountId'],
  },
  {
    name: 'domains',
    path: '/domains',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'domains'),
    full: { ...domain, model: null, isAdminManaged: true, passwordNotificationWindowInDays: 14 },
    keptOfFull: domain,
    required: ['id'],
    keptOfBare: bareDomain,
    odd: { id: domain.id, authenticationType: 'Telepathic', supportedServices: ['Sharing', null] },
    keptOfOdd: {
      ...bareDomain,
      authenticationType: 'Telepathic',
      supportedServices: ['Sharing'],
    },
    unneeded: ['model', 'isAdminManaged', 'passwordNotificationWindowInDays'],
  },
  {
    name: 'subscriptions',
    path: '/directory/subscriptions',
    comes: 'in a collection',
    read: (graph) => readFact(graph, 'subscriptions'),
    full: {
      ...subscription,
      ownerId: ADA,
      ownerType: 'User',
      serviceStatus: [{ appliesTo: 'User' }],
    },
    keptOfFull: subscription,
    required: ['id', 'skuId'],
    keptOfBare: bareSubscription,
    odd: {
      id: GROUP,
      skuId: SPB.toUpperCase(),
      status: 'Hibernating',
      nextLifecycleDateTime: NEVER,
      createdDateTime: '',
      ownerTenantId: TENANT.toUpperCase(),
    },
    keptOfOdd: { ...bareSubscription, status: 'Hibernating', ownerTenantId: TENANT },
    unneeded: ['ownerId', 'ownerType', 'serviceStatus'],
  },
  {
    name: 'contracts',
    path: '/contracts',
    comes: 'in a collection',
    read: (graph) => wholeOf(readContracts(graph)),
    full: { ...contract, deletedDateTime: null },
    keptOfFull: contract,
    required: ['id', 'customerId'],
    keptOfBare: {
      id: GROUP,
      customerId: TENANT,
      contractType: null,
      defaultDomainName: null,
      displayName: null,
    },
    odd: { ...contract, customerId: TENANT.toUpperCase(), contractType: 'Barter', displayName: '' },
    keptOfOdd: { ...contract, contractType: 'Barter', displayName: null },
    unneeded: ['deletedDateTime'],
  },
]
