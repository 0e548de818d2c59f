import { Role } from '@tenantscope/contract/roles'

import { fieldError } from '../../lib/app-error.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'

/** The facts that the protections check. */
interface ProtectedUser {
  readonly id: number
  readonly authMethod: 'microsoft' | 'local'
  readonly role: Role
  readonly isDisabled: boolean
}

/**
 * Returns why a change that removes power is refused, or undefined (decisions.md, Roles). The actor
 * is null for an operator on the host; the target is not counted.
 */
export function refusalOf(
  act: keyof typeof SELF_REFUSALS,
  target: ProtectedUser,
  given: { actorId: number | null; otherLocalAdministrators: number },
): string | undefined {
  if (given.actorId === target.id) return SELF_REFUSALS[act]
  if (isEnabledLocalAdministrator(target) && given.otherLocalAdministrators === 0)
    return 'The last enabled local administrator cannot be disabled, demoted or deleted'
  return undefined
}

const SELF_REFUSALS = {
  disable: 'Cannot disable your own account',
  demote: 'Cannot change your own role',
  delete: 'Cannot delete your own account',
} as const

/** True for users who can sign in even if Microsoft is unavailable. */
const isEnabledLocalAdministrator = (user: ProtectedUser): boolean =>
  user.authMethod === 'local' && user.role === 'admin' && !user.isDisabled

/** True when a role allows less than the previous one. */
export const isDemotion = (from: Role, to: Role): boolean =>
  Role.options.indexOf(to) < Role.options.indexOf(from)

const ADMINISTRATOR_ROLE = 'System Administrator'

/** adminRoles describe and never authorize (specification section 4, admin toggle). */
export function adminRolesAfter(role: Role, current: readonly string[]): string[] {
  return role === 'admin' ? [...new Set([...current, ADMINISTRATOR_ROLE])] : []
}

/** Descriptions from input. */
export const describedRoles = (given: readonly string[]): string[] =>
  given.map((text) => visibleText(oneLine(text))).filter((text) => text !== null)

/** The entered account; a name without visible characters counts as missing. */
export function accountOf<Given extends { username: string; displayName: string | null }>(
  given: Given,
): Given {
  const username = visibleText(oneLine(given.username))
  if (username !== null)
    return { ...given, username, displayName: visibleText(oneLine(given.displayName ?? '')) }
  throw fieldError('body.username', 'Username is required')
}

/**
 * Returns the requested role (specification section 4, admin toggle): without one, a
 * non-administrator is a viewer.
 */
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
      ? `${name} is disabled and signed out. Their share links still work.`
      : `${name} is disabled and signed out. Their share links have ended.`
  return user.authMethod === 'local' && user.role !== 'admin'
    ? `${name} is enabled, but cannot sign in: local sign-in is for administrators.`
    : `${name} is enabled and can sign in again.`
}

export const passwordMessage = (user: NamedUser): string =>
  `${nameOf(user)} has a new password and is signed out. They choose their own at the next sign-in.`

export const secondFactorMessage = (user: NamedUser): string =>
  `${nameOf(user)} no longer has a second factor and is signed out.`

/** Replaces the name of a deleted account; the audit knows the same ID. */
export const deletedName = (id: number): string => `Deleted account ${id}`

export const deletionMessage = (user: NamedUser, keepShares: boolean): string =>
  keepShares
    ? `${nameOf(user)} is deleted and signed out. Their share links still work.`
    : `${nameOf(user)} is deleted and signed out. Their share links have ended.`
