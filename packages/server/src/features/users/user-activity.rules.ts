import { ROLE_NAMES, Role } from '@tenantscope/contract/roles'
import type { UserActivity } from '@tenantscope/contract/users'
import { z } from 'zod'

import { OPERATOR, PRODUCT } from '../../lib/operator.ts'

/** Which entries of each trail were shown: those with these numbers and above. */
const Cursor = z.strictObject({
  signIns: z.int().positive().nullable(),
  changes: z.int().positive().nullable(),
})
export type ActivityPlace = z.infer<typeof Cursor>

export const FROM_NEWEST: ActivityPlace = { signIns: null, changes: null }

/** Opaque to whoever receives it. */
export function activityCursorText(place: ActivityPlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Undefined for a text that no page ended with. */
export function activityCursorOf(text: string): ActivityPlace | undefined {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return undefined
  }
}

export interface SignInRow {
  readonly id: number
  readonly timestamp: Date
  readonly success: boolean
  readonly method: string
  readonly ipAddress: string | null
  readonly errorMessage: string | null
}

export interface ChangeRow {
  readonly id: number
  readonly timestamp: Date
  readonly type: string
  readonly action: string
  readonly changedBy: string
  readonly changedByUserId: number | null
  readonly targetUser: string | null
  readonly targetUserId: number | null
  readonly oldValue: string | null
  readonly newValue: string | null
  /** Looked up now: the trail itself holds no names of tenants. */
  readonly tenantName: string | null
  readonly ipAddress: string | null
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

/** What was granted or taken away. */
function grantIn(newValue: string): string[] {
  if (newValue === 'all') return ['all tenants']
  if (isListOfIds(newValue)) return [countedTenants(newValue.split(',').length)]
  return newValue.startsWith('{') || newValue === '' ? [] : [newValue]
}

const isListOfIds = (text: string): boolean =>
  text.split(',').every((part) => z.guid().safeParse(part.trim()).success)

const countedTenants = (count: number): string => (count === 1 ? '1 tenant' : `${count} tenants`)

function roleName(value: string | null): string {
  const role = Role.safeParse(value)
  return role.success ? ROLE_NAMES[role.data] : 'nobody'
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
