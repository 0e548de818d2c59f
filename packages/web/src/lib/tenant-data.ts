import type { QueryClient } from '@tanstack/react-query'

/** First parts of the cache keys of data that a refresh changes. */
export const TENANT_LIST = 'tenants'
export const TENANT_DETAILS = 'tenant-details'
export const TENANT_USERS = 'tenant-users'
export const TENANT_HISTORY = 'tenant-history'
export const TENANT_PERMISSIONS = 'tenant-permissions'
export const TENANT_HOLDERS = 'tenant-license-holders'
/** The visible licenses of a tenant alone. */
export const TENANT_LICENSES = 'tenant-licenses'
/** The licenses of all tenants, and one of them with its tenants. */
export const ESTATE_LICENSES = 'estate-licenses'
/** Renewals of all tenants with their decisions. */
export const RENEWALS = 'renewals'
/** Licensed people of a tenant by their use, with marked accounts. */
export const LICENSE_USE = 'license-use'
/** The cheapest licenses of a tenant. */
export const LICENSE_PROPOSAL = 'license-proposal'
/** Frozen billing months; names of people in them come from the last reading. */
export const BILLING_MONTHS = 'billing-months'
/** Checks, coverage and accepted risks, of a tenant or of all. */
export const POSTURE = 'posture'
/** The stored reports of a tenant; a refresh does not change them. */
export const REPORT_SNAPSHOTS = 'report-snapshots'
/** The state of the first-run checklist. */
export const SETUP = 'setup'
/** Every SKU of the installation: a refresh may find new ones. */
export const ALL_LICENSES = 'licenses'

/** Every query whose reply leaves out hidden licenses or contains a price. */
const WITH_LICENSES = [
  TENANT_LIST,
  TENANT_DETAILS,
  TENANT_USERS,
  TENANT_HISTORY,
  TENANT_HOLDERS,
  TENANT_LICENSES,
  ESTATE_LICENSES,
  RENEWALS,
  LICENSE_USE,
  LICENSE_PROPOSAL,
  BILLING_MONTHS,
]

/**
 * Reads open screens again after a license change and removes cached replies, so that hidden
 * licenses never show for a moment.
 */
export function rereadLicenses(client: QueryClient): Promise<void> {
  return forgetAndReread(client, WITH_LICENSES)
}

/** Reads active queries again and removes the inactive ones. */
async function forgetAndReread(client: QueryClient, keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      client.removeQueries({ queryKey: [key], type: 'inactive' })
      await client.invalidateQueries({ queryKey: [key] })
    }),
  )
}

/** Reads tenants again; cached data of erased tenants is removed. */
export function rereadTenants(client: QueryClient): Promise<void> {
  return forgetAndReread(client, [
    ...WITH_LICENSES,
    POSTURE,
    TENANT_PERMISSIONS,
    'tenant-permission-check',
    REPORT_SNAPSHOTS,
    'report-comparison',
  ])
}
