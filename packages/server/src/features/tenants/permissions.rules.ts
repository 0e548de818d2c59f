import { hasDirectoryRead } from '@tenantscope/analysis/tenant-state'
import type { getAzurePermissions, TenantPermissions } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import type { AccessMethod } from '@tenantscope/contract/tenants'

/** The dashboard's shape of the reply. */
export type EstatePermissions = Pick<
  CallReply<typeof getAzurePermissions>,
  'tenantPermissions' | 'evaluationMetrics' | 'scanTimestamp' | 'scanMetadata'
>

interface StoredPermissions {
  readonly id: TenantId
  readonly displayName: string
  readonly isPartnerTenant: boolean
  readonly accessMethod: AccessMethod
  /** Null before the first attempt, or where the token could not be read. */
  readonly grantedPermissions: readonly string[] | null
  readonly dataAsOf: Date | null
  readonly failureCode: string | null
  readonly failureAt: Date | null
}

/** A tenant whose permissions nobody knows is in no list and no count of them. */
export function describePermissions(tenants: readonly StoredPermissions[]): EstatePermissions {
  const evaluated = tenants.flatMap((tenant) => {
    const { grantedPermissions } = tenant
    return grantedPermissions === null ? [] : [{ ...tenant, grantedPermissions }]
  })
  const tenantPermissions = evaluated.map(
    ({ id, displayName, accessMethod, grantedPermissions }): TenantPermissions => ({
      tenantId: id,
      displayName,
      hasDirectoryRead: hasDirectoryRead(grantedPermissions),
      hasCSPAccess: accessMethod === 'csp',
      accessMethod,
    }),
  )
  const fullAccess = tenantPermissions.filter((each) => each.hasDirectoryRead).length
  const timestamp = newestOf(evaluated)
  return {
    tenantPermissions,
    evaluationMetrics: {
      evaluatedTenants: evaluated.length,
      fullAccess,
      limitedAccess: evaluated.length - fullAccess,
      failedTenants: tenants.filter(({ failureCode }) => failureCode !== null).length,
    },
    scanTimestamp: timestamp,
    scanMetadata: { timestamp },
  }
}

function newestOf(tenants: readonly StoredPermissions[]): string | null {
  const times = tenants.flatMap(({ dataAsOf, failureAt }) =>
    [dataAsOf, failureAt].flatMap((time) => (time === null ? [] : [time.getTime()])),
  )
  if (times.length === 0) return null
  return new Date(times.reduce((newest, time) => Math.max(newest, time))).toISOString()
}
