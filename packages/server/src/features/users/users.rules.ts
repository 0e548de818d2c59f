import { Role } from '@tenantscope/contract/roles'

import { AppError } from '../../lib/app-error.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'

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

/** Descriptions that somebody typed. */
export const describedRoles = (given: readonly string[]): string[] =>
  given.map((text) => visibleText(oneLine(text))).filter((text) => text !== null)

/** The account that somebody typed; a name of which nothing is seen is none. */
export function accountOf<Given extends { username: string; displayName: string | null }>(
  given: Given,
): Given {
  const username = visibleText(oneLine(given.username))
  if (username !== null)
    return { ...given, username, displayName: visibleText(oneLine(given.displayName ?? '')) }
  const message = 'Username is required'
  throw new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.username', message }] })
}

/** The role that a change asks for (specification section 4, admin toggle): who is no administrator is a viewer unless said otherwise. */
export function roleAfter(
  current: Role,
  { isAdmin, role }: { isAdmin: boolean; role?: Role | undefined },
): Role {
  if (isAdmin) return 'admin'
  if (role !== undefined && role !== 'admin') return role
  return current === 'admin' ? 'viewer' : current
}

interface NamedUser extends ProtectedUser {
  readonly username: string
  readonly displayName: string | null
}

const nameOf = ({ displayName, username }: NamedUser): string => displayName ?? username

export function statusMessage(user: NamedUser, keepShares: boolean): string {
  const name = nameOf(user)
  if (user.isDisabled)
    return keepShares
      ? `${name} is disabled and signed out. Their share links go on opening.`
      : `${name} is disabled and signed out. Their share links have ended.`
  return user.authMethod === 'local' && user.role !== 'admin'
    ? `${name} is enabled, but cannot sign in: local sign-in is for administrators.`
    : `${name} is enabled and can sign in again.`
}

export const passwordMessage = (user: NamedUser): string =>
  `${nameOf(user)} has a new password and is signed out. They choose their own at the next sign-in.`

export const secondFactorMessage = (user: NamedUser): string =>
  `${nameOf(user)} has no second factor any more and is signed out.`
