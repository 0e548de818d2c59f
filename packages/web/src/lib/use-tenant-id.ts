import { useParams } from '@tanstack/react-router'
import { TenantId } from '@tenantscope/contract/ids'

const NO_TENANT = TenantId.parse('00000000-0000-0000-0000-000000000000')

/** Returns the tenant of the address. An id that is none is answered like a tenant that is not there. */
export function useTenantId(): TenantId {
  const { tenantId = '' } = useParams({ strict: false })
  return TenantId.safeParse(tenantId).data ?? NO_TENANT
}
