import { z } from 'zod'

/** Roles as stored and sent (decisions.md, Roles). */
export const Role = z.enum(['viewer', 'technician', 'admin'])
export type Role = z.infer<typeof Role>

/** Roles as shown to people. */
export const ROLE_NAMES = {
  viewer: 'Viewer',
  technician: 'Technician',
  admin: 'Administrator',
} as const satisfies Record<Role, string>

const RANK = { viewer: 0, technician: 1, admin: 2 } as const satisfies Record<Role, number>

/** Whether a role reaches what the access asks for. */
export function roleReaches(role: Role, access: 'signedIn' | 'technician' | 'admin'): boolean {
  return access === 'signedIn' || RANK[role] >= RANK[access]
}
