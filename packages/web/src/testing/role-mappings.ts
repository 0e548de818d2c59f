import { UserId } from '@tenantscope/contract/ids'
import type { DirectoryRole, RoleMapping, RoleOutcome } from '@tenantscope/contract/role-mappings'

export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'
const HELPDESK_ADMINISTRATOR = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
export const GLOBAL_READER = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'

export const directoryRoles: DirectoryRole[] = [
  [GLOBAL_ADMINISTRATOR, 'Global Administrator'],
  [GLOBAL_READER, 'Global Reader'],
  [HELPDESK_ADMINISTRATOR, 'Helpdesk Administrator'],
].map(([roleTemplateId = '', displayName = '']) => ({
  roleTemplateId,
  displayName,
  isBuiltIn: true,
}))

/** Helpdesk administrators become technicians unless the test says otherwise. */
export function makeMapping(changes: Partial<RoleMapping> = {}): RoleMapping {
  return {
    id: 'helpdesk',
    microsoftRole: HELPDESK_ADMINISTRATOR,
    localRole: 'technician',
    description: '',
    enabled: true,
    access: null,
    ...changes,
  }
}

let made = 0

/** A viewer whose role does not change, unless the test overrides it. */
export function makeOutcome(changes: Partial<RoleOutcome> = {}): RoleOutcome {
  made += 1
  return {
    userId: UserId.parse(5_000 + made),
    name: `Person ${made}`,
    username: `person${made}@msp.example`,
    isGuest: false,
    directoryRoles: [],
    currentRole: 'viewer',
    role: 'viewer',
    mappingId: null,
    access: null,
    ...changes,
  }
}
