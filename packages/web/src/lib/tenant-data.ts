/** First words of the cache keys of what a refresh changes. */
export const TENANT_LIST = 'tenants'
export const TENANT_DETAILS = 'tenant-details'
