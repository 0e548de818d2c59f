import type { CallInput } from '@tenantscope/contract/endpoint'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { getUser, setUserEmail, setUserRole } from '@tenantscope/contract/users'
import type { z } from 'zod'

import { emailIn } from './email-text.ts'

/** A person with everything that was granted to them. */
export type UserDetails = z.infer<typeof getUser.reply>

/** A person's address, role and tenants as they stand in the fields. */
export interface UserDraft {
  /** Of local people; empty: there is none. */
  email: string
  role: Role
  /** They describe administrators and authorize nothing. */
  adminRoles: readonly string[]
  access: TenantAccessGrant
}

/** What administrators are called by themselves (specification section 4). */
const SYSTEM_ADMINISTRATOR = 'System Administrator'

/** Only what was touched: the rest follows what is stored, also after a sync. */
export type Touched = Partial<UserDraft>

/** What was touched after this was sent. */
export function touchedSince(sent: Touched, touched: Touched): Touched {
  const since = { ...touched }
  for (const part of ['email', 'role', 'adminRoles', 'access'] as const)
    if (since[part] === sent[part]) delete since[part]
  return since
}

export function draftOf({ user, grant }: UserDetails): UserDraft {
  const { email, role, adminRoles } = user
  return { email: email ?? '', role, adminRoles, access: grant }
}

/** Makes an administrator, or takes that away: the descriptions follow as specified (section 4). */
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

/** What is sent of a change; null: that part is as it was. */
export interface UserChange {
  email: CallInput<typeof setUserEmail>['body'] | null
  role: CallInput<typeof setUserRole>['body'] | null
  access: TenantAccessGrant | null
}

/** Microsoft says the address of its own people. */
function emailChange({ user }: UserDetails, draft: UserDraft): UserChange['email'] {
  const email = emailIn(draft.email)
  return user.authMethod !== 'local' || email === user.email ? null : { email }
}

/** What the fields change of the person. */
export function changeOf(details: UserDetails, draft: UserDraft): UserChange {
  const stored = draftOf(details)
  const isAdmin = draft.role === 'admin'
  const hasNewRole =
    draft.role !== stored.role ||
    (isAdmin && draft.adminRoles.join('\n') !== stored.adminRoles.join('\n'))
  return {
    email: emailChange(details, draft),
    role: hasNewRole
      ? isAdmin
        ? { isAdmin, adminRoles: [...draft.adminRoles] }
        : { isAdmin, role: draft.role }
      : null,
    // Administrators see all tenants: theirs are not asked for.
    access: !isAdmin && !isSameGrant(draft.access, stored.access) ? draft.access : null,
  }
}

/** Whether there is something to save. */
export function hasChange({ email, role, access }: UserChange): boolean {
  return email !== null || role !== null || access !== null
}

/** The same way of granting, and the same tenants or groups in it. */
export function isSameGrant(a: TenantAccessGrant, b: TenantAccessGrant): boolean {
  if (a.mode !== b.mode) return false
  if (a.mode === 'list') return haveSame(a.tenantIds, b.tenantIds)
  return a.mode === 'all' || haveSame(a.groupIds, b.groupIds)
}

function haveSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  const wanted = new Set(b)
  return a.length === b.length && a.every((each) => wanted.has(each))
}
