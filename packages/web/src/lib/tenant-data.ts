import type { QueryClient } from '@tanstack/react-query'

/** First words of the cache keys of what a refresh changes. */
export const TENANT_LIST = 'tenants'
export const TENANT_DETAILS = 'tenant-details'
export const TENANT_USERS = 'tenant-users'
export const TENANT_HISTORY = 'tenant-history'
export const TENANT_PERMISSIONS = 'tenant-permissions'
export const TENANT_HOLDERS = 'tenant-license-holders'
/** The visible licenses of a tenant by themselves. */
export const TENANT_LICENSES = 'tenant-licenses'
/** The reports that were made of a tenant; a refresh does not change them. */
export const REPORT_SNAPSHOTS = 'report-snapshots'
/** How far the first run is. */
export const SETUP = 'setup'
/** Every SKU of the installation: a refresh may find new ones. */
export const ALL_LICENSES = 'licenses'

/** Every query whose answer leaves hidden licenses out or holds a price. */
export const WITH_LICENSES = [
  TENANT_LIST,
  TENANT_DETAILS,
  TENANT_USERS,
  TENANT_HISTORY,
  TENANT_HOLDERS,
  TENANT_LICENSES,
]

/**
 * What an administrator changed of a license is changed on every screen: those that are open read
 * again, the answers kept for others are forgotten, so that none shows what was hidden for a moment.
 */
export function rereadLicenses(client: QueryClient): Promise<void> {
  return forgetAndReread(client, WITH_LICENSES)
}

/** What is on a screen is read again, what was kept for others is forgotten. */
export async function forgetAndReread(client: QueryClient, keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map(async (key) => {
      client.removeQueries({ queryKey: [key], type: 'inactive' })
      await client.invalidateQueries({ queryKey: [key] })
    }),
  )
}
