import { counted } from '@tenantscope/analysis/counted'
import { ROLE_NAMES, Role } from '@tenantscope/contract/roles'
import type { UserActivity } from '@tenantscope/contract/users'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../db/tables.ts'
import { OPERATOR, PRODUCT } from '../../lib/operator.ts'

/** The lowest shown entry number of each trail. */
export const ActivityPlace = z.strictObject({
  signIns: z.int().positive().nullable(),
  changes: z.int().positive().nullable(),
})
export type ActivityPlace = z.infer<typeof ActivityPlace>

export const FROM_NEWEST: ActivityPlace = { signIns: null, changes: null }

export type SignInRow = Pick<
  Selectable<Database['loginAuditLog']>,
  'id' | 'timestamp' | 'success' | 'method' | 'ipAddress' | 'errorMessage'
>

export type ChangeRow = Omit<
  Selectable<Database['securityAuditLog']>,
  'userAgent' | 'details' | 'tenantId' | 'number' | 'mac'
> & {
  /** Looked up now: the trail itself holds no names of tenants. */
  readonly tenantName: string | null
}

/** The two trails as one, the newest first; each comes newest first. */
export function mergeNewest(
  { signIns, changes }: { signIns: readonly SignInRow[]; changes: readonly ChangeRow[] },
  most: number,
): ({ readonly signIn: SignInRow } | { readonly change: ChangeRow })[] {
  const merged: ({ signIn: SignInRow } | { change: ChangeRow })[] = []
  let [nextSignIn, nextChange] = [0, 0]
  while (merged.length < most) {
    const [signIn, change] = [signIns[nextSignIn], changes[nextChange]]
    if (signIn === undefined && change === undefined) break
    if (change === undefined || (signIn !== undefined && signIn.timestamp > change.timestamp)) {
      if (signIn !== undefined) merged.push({ signIn })
      nextSignIn += 1
    } else {
      merged.push({ change })
      nextChange += 1
    }
  }
  return merged
}

export function signInActivity(row: SignInRow): UserActivity {
  const from = row.ipAddress === null ? [] : [`From ${row.ipAddress}`]
  const reason = row.errorMessage === null ? [] : [sentence(row.errorMessage)]
  return {
    id: `sign-in-${row.id}`,
    timestamp: row.timestamp.toISOString(),
    action: row.success ? 'Signed in' : 'Sign-in refused',
    method: row.method === 'microsoft' ? 'Microsoft 365' : 'Local',
    details: [...from, ...reason].join('. '),
    success: row.success,
  }
}

export function changeActivity(row: ChangeRow, userId: number): UserActivity {
  return {
    id: `change-${row.id}`,
    timestamp: row.timestamp.toISOString(),
    action: sentence(row.action),
    method: methodOf(row),
    details: detailsOf(row, userId).join(', '),
    success: true,
  }
}

function methodOf({ changedBy, changedByUserId }: ChangeRow): string {
  if (changedByUserId !== null) return 'Web'
  if (changedBy === OPERATOR.name) return 'Command line'
  return changedBy === PRODUCT.name ? 'Automatic' : 'Web'
}

function detailsOf(row: ChangeRow, userId: number): string[] {
  const by = row.changedByUserId === userId ? [] : [`by ${row.changedBy}`]
  const isOfOther = row.targetUser !== null && row.targetUserId !== userId
  return [
    ...(isOfOther ? [`of ${row.targetUser}`] : []),
    ...(row.tenantName === null ? [] : [`tenant ${row.tenantName}`]),
    ...valuesOf(row),
    ...by,
  ].map((part, index) => (index === 0 ? sentence(part) : part))
}

/** Values of other entries are ids or JSON: the audit tab shows them. */
function valuesOf({ type, action, oldValue, newValue }: ChangeRow): string[] {
  if (type === 'access' && newValue !== null) return grantIn(newValue)
  if (ROLE_CHANGES.has(action)) return [`from ${roleName(oldValue)} to ${roleName(newValue)}`]
  return action === 'user created' ? [`as ${roleName(newValue)}`] : []
}

const ROLE_CHANGES: ReadonlySet<string> = new Set(['role changed', 'role synced'])

/** Returns the granted or removed access. */
function grantIn(newValue: string): string[] {
  if (newValue === 'all') return ['all tenants']
  if (isListOfIds(newValue)) return [counted(newValue.split(',').length, 'tenant')]
  return newValue.startsWith('{') || newValue === '' ? [] : [newValue]
}

const isListOfIds = (text: string): boolean =>
  text.split(',').every((part) => z.guid().safeParse(part.trim()).success)

function roleName(value: string | null): string {
  const role = Role.safeParse(value)
  return role.success ? ROLE_NAMES[role.data] : 'no role'
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
