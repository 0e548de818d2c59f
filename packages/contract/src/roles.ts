import { z } from 'zod'

/** Roles as stored and sent (decisions.md, Roles). */
export const Role = z.enum(['viewer', 'technician', 'admin'])
export type Role = z.infer<typeof Role>

/** Names of roles for display. */
export const ROLE_NAMES = {
  viewer: 'Viewer',
  technician: 'Technician',
  admin: 'Administrator',
} as const satisfies Record<Role, string>

const RANK = { viewer: 0, technician: 1, admin: 2 } as const satisfies Record<Role, number>

/** Returns whether a role satisfies the required access. */
export function roleReaches(role: Role, access: 'signedIn' | 'technician' | 'admin'): boolean {
  return access === 'signedIn' || RANK[role] >= RANK[access]
}
