import type { CallInput } from '@tenantscope/contract/endpoint'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { getUser, setUserEmail, setUserRole } from '@tenantscope/contract/users'
import type { z } from 'zod'

/** A user with all grants. */
export type UserDetails = z.infer<typeof getUser.reply>

/** The values of the fields: address, role and tenants. */
export interface UserDraft {
  /** Of local users; empty: the user has none. */
  email: string
  role: Role
  /** They describe administrators and authorize nothing. */
  adminRoles: readonly string[]
  access: TenantAccessGrant
}

/** The default description of an administrator (specification section 4). */
const SYSTEM_ADMINISTRATOR = 'System Administrator'

/** The changed fields only: all others follow the stored user, also after a sync. */
export type Touched = Partial<UserDraft>

export function draftOf({ user, grant }: UserDetails): UserDraft {
  const { email, role, adminRoles } = user
  return { email: email ?? '', role, adminRoles, access: grant }
}

/** Grants or revokes the administrator role; the descriptions change with it (specification section 4). */
export function withAdministrator(
  draft: UserDraft,
  isAdmin: boolean,
): Pick<UserDraft, 'role' | 'adminRoles'> {
  if (!isAdmin) return { role: 'viewer', adminRoles: [] }
  return {
    role: 'admin',
    adminRoles: draft.adminRoles.includes(SYSTEM_ADMINISTRATOR)
      ? draft.adminRoles
      : [...draft.adminRoles, SYSTEM_ADMINISTRATOR],
  }
}

/** The bodies to send; null: that part is unchanged. */
export interface UserChange {
  email: CallInput<typeof setUserEmail>['body'] | null
  role: CallInput<typeof setUserRole>['body'] | null
  access: TenantAccessGrant | null
}

export const NO_CHANGE: UserChange = { email: null, role: null, access: null }

/** Returns what the fields change of the user. */
export function changeOf(details: UserDetails, draft: UserDraft): UserChange {
  const { user } = details
  const email = draft.email.trim() || null
  const stored = draftOf(details)
  const isAdmin = draft.role === 'admin'
  const hasNewRole =
    draft.role !== stored.role ||
    (isAdmin && draft.adminRoles.join('\n') !== stored.adminRoles.join('\n'))
  return {
    // Microsoft manages the addresses of its own users.
    email: user.authMethod !== 'local' || email === user.email ? null : { email },
    role: hasNewRole
      ? isAdmin
        ? { isAdmin, adminRoles: [...draft.adminRoles] }
        : { isAdmin, role: draft.role }
      : null,
    // Administrators see all tenants.
    access: !isAdmin && !isSameGrant(draft.access, stored.access) ? draft.access : null,
  }
}

/** Returns whether there is something to save. */
export function hasChange({ email, role, access }: UserChange): boolean {
  return email !== null || role !== null || access !== null
}

/** Returns whether both grant the same tenants or groups in the same mode. */
export function isSameGrant(a: TenantAccessGrant, b: TenantAccessGrant): boolean {
  if (a.mode !== b.mode) return false
  if (a.mode === 'list') return haveSame(a.tenantIds, b.tenantIds)
  return a.mode === 'all' || haveSame(a.groupIds, b.groupIds)
}

function haveSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  const wanted = new Set(b)
  return a.length === b.length && a.every((each) => wanted.has(each))
}
