import type { AdminUser } from '@tenantscope/contract/users'

type Named = Pick<AdminUser, 'displayName' | 'username'>

/** Returns the display name of a user on these screens. */
export function nameOf({ displayName, username }: Named): string {
  return displayName ?? username
}

/** Under the name: the address, or the user name where the name is not already that. */
export function addressOf({ displayName, email, username }: AdminUser): string | null {
  if (email !== null && email !== displayName) return email
  return displayName === null || displayName === username ? null : username
}

export const AUTH_METHOD_NAMES = {
  microsoft: 'Microsoft 365',
  local: 'Local',
} as const satisfies Record<AdminUser['authMethod'], string>

/** Describes the tenants that a user sees; administrators see all, whatever was granted. */
export function accessText(
  { isAdmin, access }: Pick<AdminUser, 'isAdmin' | 'access'>,
  number: (value: number) => string,
): string {
  if (isAdmin || access.mode === 'all' || access.tenants === null) return 'All tenants'
  if (access.tenants === 0) return 'No tenants'
  return access.tenants === 1 ? '1 tenant' : `${number(access.tenants)} tenants`
}

/** '1 share link', '3 share links'. */
export function countText(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`
}
