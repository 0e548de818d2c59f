import type { CurrentUser } from '@tenantscope/contract/auth'

import type { User } from '../users/users.service.ts'

/** What of a person's account leaves the server, to that person. */
export const presentCurrentUser = (user: User): CurrentUser => ({
  id: user.id,
  username: user.username,
  displayName: user.displayName,
  email: user.email,
  authMethod: user.authMethod,
  role: user.role,
  isAdmin: user.role === 'admin',
  adminRoles: [...user.adminRoles],
  lastMicrosoftLogin: user.lastMicrosoftLogin?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  mustResetPassword: user.mustResetPassword,
})
