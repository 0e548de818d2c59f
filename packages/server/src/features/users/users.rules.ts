import { Role } from '@tenantscope/contract/roles'

/** What the protections look at. */
interface ProtectedUser {
  readonly id: number
  readonly authMethod: 'microsoft' | 'local'
  readonly role: Role
  readonly isDisabled: boolean
}

interface Circumstances {
  /** Who acts; null for an operator on the host. */
  readonly actorId: number | null
  /** Enabled local administrators besides the target. */
  readonly otherLocalAdministrators: number
}

/** Why an act that takes power away is refused, or undefined (decisions.md, Roles). */
export function refusalOf(
  act: 'disable' | 'demote',
  target: ProtectedUser,
  { actorId, otherLocalAdministrators }: Circumstances,
): string | undefined {
  if (actorId === target.id)
    return act === 'disable' ? 'Cannot disable your own account' : 'Cannot change your own role'
  if (isEnabledLocalAdministrator(target) && otherLocalAdministrators === 0)
    return 'The last enabled local administrator cannot be disabled, demoted or deleted'
  return undefined
}

/** The people who can always get in, whatever Microsoft does. */
const isEnabledLocalAdministrator = (user: ProtectedUser): boolean =>
  user.authMethod === 'local' && user.role === 'admin' && !user.isDisabled

/** Whether a role takes something away that another one allowed. */
export const isDemotion = (from: Role, to: Role): boolean =>
  Role.options.indexOf(to) < Role.options.indexOf(from)

const ADMINISTRATOR_ROLE = 'System Administrator'

/** adminRoles describe and never authorize (specification section 4, admin toggle). */
export function adminRolesAfter(role: Role, current: readonly string[]): string[] {
  return role === 'admin' ? [...new Set([...current, ADMINISTRATOR_ROLE])] : []
}
