import type { TenantId } from '@tenantscope/contract/ids'

declare const granted: unique symbol

/**
 * Proof that a tenant's data may be read. Every repository method on tenant data requires one, so a
 * missing check does not compile. Only the tenants feature and the jobs may create it; the check of
 * import directions lists them.
 */
export interface TenantAccess {
  readonly tenantId: TenantId
  readonly [granted]: true
}

/** Creates the proof. The caller has decided that the tenant may be read. */
export function grantTenantAccess(tenantId: TenantId): TenantAccess {
  // The brand exists in types only; this is the one place that may claim it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand has no value at run time
  return { tenantId } as TenantAccess
}
