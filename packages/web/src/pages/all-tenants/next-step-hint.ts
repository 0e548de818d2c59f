import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { TenantListItem } from '@tenantscope/contract/tenants'

/** Why a tenant is not as it should be, and what to do; undefined where nothing needs to be done. */
export function nextStepHint(tenant: TenantListItem): string | undefined {
  // Where there is no connection the page says so once, not in every row.
  const { step, text } = nextStepOf(tenant, { isConnected: true })
  return step === 'none' ? undefined : text
}
