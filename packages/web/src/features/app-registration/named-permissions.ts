import {
  namedPermission,
  OPTIONAL_PERMISSIONS,
  REQUIRED_PERMISSIONS,
} from '@tenantscope/analysis/permission-catalog'
import type { CheckedPermission } from '@tenantscope/contract/azure'

import type { Permissions } from '../../lib/permissions.ts'

/** Before anything was found out, the lists name what Tenantscope asks for. */
export function withNamedPermissions(registration: Permissions): Permissions {
  if (registration.permissions.length > 0) return registration
  const permissions = [...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS].map(notTried)
  return { ...registration, permissions }
}

function notTried(value: string): CheckedPermission {
  const named = namedPermission(value)
  return { ...named, unlocks: [...named.unlocks], isGranted: false, proof: 'notTried' }
}
