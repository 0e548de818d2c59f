import type { CurrentUser } from '@tenantscope/contract/auth'

/** Returns the name in the user menu: 'Administrator' for the administrator called admin (specification section 2). */
export function menuNameOf(user: Pick<CurrentUser, 'username' | 'isAdmin'>): string {
  return user.isAdmin && user.username === 'admin' ? 'Administrator' : user.username
}
