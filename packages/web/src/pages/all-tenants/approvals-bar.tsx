import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ApprovalActions } from '../../features/consent/next-step-action.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { TenantsBar } from './tenants-bar.tsx'

/** Shows administrators the tenants that consented through an invitation and wait for a decision. */
export function ApprovalsBar({ tenants }: { tenants: readonly TenantListItem[] }) {
  if (tenants.length === 0) return null
  const title =
    tenants.length === 1
      ? '1 tenant is waiting for your approval'
      : `${tenants.length} tenants are waiting for your approval`
  return (
    <TenantsBar intent="info" title={title}>
      {tenants.map((tenant) => (
        <Stack key={tenant.id} as="li" row wrap gap={16} lineGap={4} align="center">
          <TenantLink tenantId={tenant.id} wrap>
            {tenant.displayName}
          </TenantLink>
          <ForeignText wrap muted>
            {tenant.defaultDomainName ?? tenant.id}
          </ForeignText>
          <ApprovalActions tenant={tenant} />
        </Stack>
      ))}
    </TenantsBar>
  )
}
