import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { USERS } from './limits.ts'
import { NewPassword } from './password-rule.ts'
import { Role } from './roles.ts'
import { TenantAccessGrant } from './tenant-groups.ts'

const BAD_USER_ID = 'Valid user ID required'

/** The user in a path (specification section 5: 'Valid user ID required'). */
const UserParams = z.object({
  userId: z.coerce
    .number(BAD_USER_ID)
    .refine((id) => UserId.safeParse(id).success, BAD_USER_ID)
    .pipe(UserId),
})

/** A user of this installation, for administrators (specification section 2, Admin Panel). */
export const AdminUser = z.object({
  id: UserId,
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  authMethod: z.enum(['microsoft', 'local']),
  role: Role,
  isAdmin: z.boolean(),
  adminRoles: z.array(z.string()),
  isDisabled: z.boolean(),
  mustResetPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  lastMicrosoftLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** The user's grants; ignored for administrators, who see all tenants. */
  access: z.object({
    mode: TenantAccessGrant.shape.mode,
    /** The number of granted tenants; null when all are granted. */
    tenants: z.number().int().nullable(),
  }),
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = endpoint({
  name: 'listUsers',
  summary:
    'The users of this installation: local before Microsoft, administrators first, then by name',
  method: 'GET',
  path: '/api/admin/all-users',
  access: 'admin',
  query: z.object({
    /** Searches name, user name and e-mail address. */
    q: z.string().trim().max(200).default(''),
    kind: z.enum(['all', 'local', 'microsoft', 'administrators', 'disabled']).default('all'),
    limit: z.coerce.number().int().min(1).max(USERS.perPage).default(USERS.perPage),
    cursor: z.string().max(2_000).optional(),
  }),
  reply: z.object({
    users: z.array(AdminUser),
    /** On all pages. */
    total: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
})

export const getUser = endpoint({
  name: 'getUser',
  summary: 'One user with all grants',
  method: 'GET',
  path: '/api/admin/users/:userId',
  access: 'admin',
  params: UserParams,
  reply: z.object({
    user: AdminUser,
    grant: TenantAccessGrant,
    /** The number of open sessions. */
    sessions: z.number().int(),
    /** The number of the user's active share links. */
    openShares: z.number().int(),
  }),
})

/** The e-mail address of a user. */
export const MailAddress = z
  .email('Enter a valid e-mail address')
  .max(254, 'Enter a valid e-mail address')

export const createLocalAdministrator = endpoint({
  name: 'createLocalAdministrator',
  summary: 'Create a local administrator, who must choose a password at the first sign-in',
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  body: z.object({
    username: z.string('Username is required').trim().min(1, 'Username is required').max(200),
    displayName: z.string().trim().max(200).nullable(),
    email: MailAddress.nullable().default(null),
    password: NewPassword,
  }),
  reply: AdminUser,
})

export const setUserRole = endpoint({
  name: 'setUserRole',
  summary: 'Change a role; the administrator role requires a fresh sign-in',
  method: 'POST',
  path: '/api/admin/users/:userId/role',
  access: 'admin',
  params: UserParams,
  body: z
    .object({
      isAdmin: z.boolean('isAdmin must be true or false'),
      /** Descriptive only, never used to authorize; when absent, as specified for the change (section 4). */
      adminRoles: z.array(z.string().trim().min(1).max(80)).max(20).optional(),
      /** When absent: admin for administrators; otherwise the present role, or viewer. */
      role: Role.optional(),
    })
    .refine(({ isAdmin, role }) => role === undefined || isAdmin === (role === 'admin'), {
      path: ['role'],
      message: 'isAdmin and role must agree',
    }),
  reply: AdminUser,
})

export const setUserEmail = endpoint({
  name: 'setUserEmail',
  summary:
    "Change the e-mail address of a local user; Microsoft users have their directory's address",
  method: 'POST',
  path: '/api/admin/users/:userId/email',
  access: 'admin',
  params: UserParams,
  body: z.object({ email: MailAddress.nullable() }),
  reply: AdminUser,
})

export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  summary:
    'Set a new password for a local user, who must replace it at the next sign-in; sessions end',
  method: 'POST',
  path: '/api/admin/users/:userId/reset-password',
  access: 'admin',
  params: UserParams,
  body: z.object({ password: NewPassword }),
  reply: z.object({ message: z.string() }),
})

export const toggleUserStatus = endpoint({
  name: 'toggleUserStatus',
  summary:
    'Disable a user, which ends their sessions and share links, or enable them; requires a fresh sign-in for an administrator',
  method: 'POST',
  path: '/api/admin/users/:userId/toggle-status',
  access: 'admin',
  params: UserParams,
  body: z.object({
    disabled: z.boolean('disabled must be true or false'),
    /** Keeps the user's share links active. */
    keepShares: z.boolean().default(false),
  }),
  reply: z.object({ message: z.string() }),
})

/** An action by or about a user (specification section 3, user activity record). */
export const UserActivity = z.object({
  id: z.string(),
  timestamp: z.iso.datetime(),
  action: z.string(),
  method: z.string(),
  details: z.string(),
  success: z.boolean(),
})
export type UserActivity = z.infer<typeof UserActivity>

export const listUserActivity = endpoint({
  name: 'listUserActivity',
  summary: 'Sign-ins and audit entries by or about a user, newest first',
  method: 'GET',
  path: '/api/admin/users/:userId/activity',
  access: 'admin',
  params: UserParams,
  query: z.object({ cursor: z.string().max(500).optional() }),
  reply: z.object({ activityLog: z.array(UserActivity), nextCursor: z.string().nullable() }),
})

export const syncUser = endpoint({
  name: 'syncUser',
  summary:
    'Read a user from Microsoft now: names and, when role sync is on, the role from the mappings',
  method: 'POST',
  path: '/api/admin/users/:userId/sync',
  access: 'admin',
  params: UserParams,
  reply: z.object({
    user: AdminUser,
    /** The changes, for display; empty when nothing changed. */
    changes: z.array(z.string()),
  }),
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  summary: 'Remove the second factor of a user who lost it; sessions end',
  method: 'DELETE',
  path: '/api/admin/users/:userId/second-factor',
  access: 'admin',
  params: UserParams,
  reply: z.object({ message: z.string() }),
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  summary:
    'Delete an account with its grants, views, preferences and sessions. Its share links end, or are kept; with scheduled reports and invitation links they are handed over to the caller',
  method: 'DELETE',
  path: '/api/admin/users/:userId',
  access: 'admin',
  params: UserParams,
  query: z.object({
    /** Keeps the user's share links active. */
    keepShares: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
  }),
  reply: z.object({ message: z.string() }),
})
