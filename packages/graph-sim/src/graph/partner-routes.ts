import type { GraphRoute } from './call.ts'
import { listCompanySubscriptions } from './company-subscriptions.ts'
import { listDelegatedCustomers, listDelegatedRelationships } from './delegated-admin.ts'

const DELEGATED_ADMIN = {
  method: 'GET',
  service: 'directory',
  permissions: ['DelegatedAdminRelationship.Read.All', 'DelegatedAdminRelationship.ReadWrite.All'],
  delegated: ['DelegatedAdminRelationship.Read.All', 'DelegatedAdminRelationship.ReadWrite.All'],
  missingIn: ['china'],
  units: 1,
  options: ['$count', '$filter', '$orderby', '$select', '$skiptoken', '$top'],
} as const satisfies Partial<GraphRoute>

const SUBSCRIPTION_PERMISSIONS = [
  'Organization.Read.All',
  'Directory.Read.All',
  'LicenseAssignment.Read.All',
]

/** What ties a partner to its customers, and what the customers bought. */
export const PARTNER_ROUTES: readonly GraphRoute[] = [
  {
    ...DELEGATED_ADMIN,
    path: '/tenantRelationships/delegatedAdminCustomers',
    answer: listDelegatedCustomers,
  },
  {
    ...DELEGATED_ADMIN,
    path: '/tenantRelationships/delegatedAdminRelationships',
    answer: listDelegatedRelationships,
  },
  {
    method: 'GET',
    path: '/directory/subscriptions',
    service: 'directory',
    permissions: SUBSCRIPTION_PERMISSIONS,
    delegated: SUBSCRIPTION_PERMISSIONS,
    units: 1,
    options: ['$filter', '$select', '$skiptoken', '$top'],
    answer: listCompanySubscriptions,
  },
]
