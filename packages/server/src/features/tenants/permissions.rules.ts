import { preventsReading } from '@tenantscope/analysis/refusal-reach'
import { hasDirectoryRead } from '@tenantscope/analysis/tenant-state'
import { countVerifications, isReadable } from '@tenantscope/analysis/verification'
import type { getAzurePermissions, TenantPermissions } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'

import { verificationOfRow } from './tenants.rules.ts'
import type { TenantRow } from './tenants.rules.ts'

/** The dashboard's shape of the reply. */
export type EstatePermissions = Pick<
  CallReply<typeof getAzurePermissions>,
  'tenantPermissions' | 'evaluationMetrics' | 'scanTimestamp' | 'scanMetadata'
>

/** Permissions are null before the first attempt, or where the token could not be read. */
type StoredPermissions = Pick<TenantRow, 'id' | 'displayName' | 'accessMethod'> &
  Parameters<typeof verificationOfRow>[0]

/**
 * The list has the tenants with known permissions; every tenant is in exactly one of the counts.
 * Permissions of tenants that a refused connection keeps from being read are unknown.
 */
export function describePermissions(
  tenants: readonly StoredPermissions[],
  refusal: Parameters<typeof verificationOfRow>[1],
): EstatePermissions {
  const verified = tenants.map((tenant) => ({
    ...tenant,
    verification: verificationOfRow(tenant, refusal),
  }))
  const tenantPermissions = verified.flatMap((tenant): TenantPermissions[] => {
    const { id, displayName, accessMethod, grantedPermissions, verification } = tenant
    if (grantedPermissions === null || verification === 'inactive') return []
    if (preventsReading(refusal, tenant)) return []
    return [
      {
        tenantId: id,
        displayName,
        hasDirectoryRead: hasDirectoryRead(grantedPermissions),
        hasCSPAccess: accessMethod === 'csp',
        accessMethod,
      },
    ]
  })
  const { full, limited, notReadable, inactive } = countVerifications(verified)
  const timestamp = newestOf(tenants)
  return {
    tenantPermissions,
    evaluationMetrics: {
      evaluatedTenants: full + limited,
      fullAccess: full,
      limitedAccess: limited,
      failedTenants: notReadable,
      inactiveTenants: inactive,
    },
    scanTimestamp: timestamp,
    scanMetadata: { timestamp, oldest: oldestOf(verified.filter(isReadable)) },
  }
}

function newestOf(tenants: readonly StoredPermissions[]): string | null {
  const times = tenants.flatMap(({ dataAsOf, failureAt }) =>
    [dataAsOf, failureAt].flatMap((time) => (time === null ? [] : [time.getTime()])),
  )
  if (times.length === 0) return null
  return new Date(times.reduce((newest, time) => Math.max(newest, time))).toISOString()
}

function oldestOf(tenants: readonly StoredPermissions[]): string | null {
  const times = tenants.flatMap(({ dataAsOf }) => (dataAsOf === null ? [] : [dataAsOf.getTime()]))
  if (times.length === 0) return null
  return new Date(times.reduce((oldest, time) => Math.min(oldest, time))).toISOString()
}
