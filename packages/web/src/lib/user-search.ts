import type { TenantUser } from '@tenantscope/contract/licenses'

/** Matches a part of the name or e-mail address, case-insensitive (specification section 5). */
export function matchesSearch(user: TenantUser, search: string): boolean {
  const words = search.trim().toLowerCase()
  if (words === '') return true
  return [user.name, user.email, user.userPrincipalName].some(
    (text) => text?.toLowerCase().includes(words) === true,
  )
}
