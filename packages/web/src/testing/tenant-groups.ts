import { TenantGroupId } from '@tenantscope/contract/ids'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'

let made = 0

/** A group without tenants unless the test says otherwise. */
export function makeGroup(changes: Partial<TenantGroup> = {}): TenantGroup {
  made += 1
  return {
    id: TenantGroupId.parse(made),
    name: `Group ${made}`,
    tenantIds: [],
    version: 1,
    ...changes,
  }
}
