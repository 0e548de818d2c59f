import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { USERS } from './limits.ts'
import { NewPassword } from './password-rule.ts'
import { Role } from './roles.ts'
import { TenantAccessGrant } from './tenant-groups.ts'

const BAD_USER_ID = 'Valid user ID required'

/** The user that a path names (specification section 5: 'Valid user ID required'). */
export const UserParams = z.object({
  userId: z.coerce
    .number(BAD_USER_ID)
    .refine((id) => UserId.safeParse(id).success, BAD_USER_ID)
    .pipe(UserId),
})

/** A person with an account, as administrators see them (specification section 2, Admin Panel). */
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
  /** What the person was granted; administrators see all tenants whatever stands here. */
  access: z.object({
    mode: TenantAccessGrant.shape.mode,
    /** How many tenants the grants come to; null where all are granted. */
    tenants: z.number().int().nullable(),
  }),
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'People with an account: local before Microsoft, administrators first, then by name',
  method: 'GET',
  path: '/api/admin/all-users',
  access: 'admin',
  query: z.object({
    /** In name, user name or e-mail address. */
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
  summary: 'One person with everything that was granted to them',
  method: 'GET',
  path: '/api/admin/users/:userId',
  access: 'admin',
  params: UserParams,
  reply: z.object({
    user: AdminUser,
    grant: TenantAccessGrant,
    /** Open sessions. */
    sessions: z.number().int(),
    /** Links of theirs that still open. */
    openShares: z.number().int(),
  }),
})

/** Where mail to a person goes. */
export const MailAddress = z
  .email('Enter a valid e-mail address')
  .max(254, 'Enter a valid e-mail address')

export const createLocalAdministrator = endpoint({
  name: 'createLocalAdministrator',
  summary: 'Make a local administrator, who chooses a password of their own at the first sign-in',
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  needsFreshSignIn: true,
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
  summary: 'Change a role; making an administrator asks for a fresh sign-in',
  method: 'POST',
  path: '/api/admin/users/:userId/role',
  access: 'admin',
  params: UserParams,
  body: z
    .object({
      isAdmin: z.boolean('isAdmin must be true or false'),
      /** They describe and never authorize; absent: as specified for the change (section 4). */
      adminRoles: z.array(z.string().trim().min(1).max(80)).max(20).optional(),
      /** Absent: that of administrators; for others viewer, or the present one. */
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
  summary: 'Change where mail to a local person goes; Microsoft says it of its own people',
  method: 'POST',
  path: '/api/admin/users/:userId/email',
  access: 'admin',
  params: UserParams,
  body: z.object({ email: MailAddress.nullable() }),
  reply: AdminUser,
})

export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  summary: 'Give a local user a new password, to be replaced at the next sign-in; sessions end',
  method: 'POST',
  path: '/api/admin/users/:userId/reset-password',
  access: 'admin',
  // Who knows somebody's new password can sign in freshly as them.
  needsFreshSignIn: true,
  params: UserParams,
  body: z.object({ password: NewPassword }),
  reply: z.object({ message: z.string() }),
})

export const toggleUserStatus = endpoint({
  name: 'toggleUserStatus',
  summary:
    'Disable a person, whose sessions and share links end, or enable them again; an administrator after a fresh sign-in',
  method: 'POST',
  path: '/api/admin/users/:userId/toggle-status',
  access: 'admin',
  params: UserParams,
  body: z.object({
    disabled: z.boolean('disabled must be true or false'),
    /** Their share links go on opening. */
    keepShares: z.boolean().default(false),
  }),
  reply: z.object({ message: z.string() }),
})

/** What somebody did or what was done to them (specification section 3, user activity record). */
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
  summary: 'Sign-ins and audit entries by or about a person, newest first',
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
    'Read a person at Microsoft now: names, and with role sync on the role that the mappings give',
  method: 'POST',
  path: '/api/admin/users/:userId/sync',
  access: 'admin',
  params: UserParams,
  reply: z.object({
    user: AdminUser,
    /** What changed, in words; empty when nothing did. */
    changes: z.array(z.string()),
  }),
})

export const resetSecondFactor = endpoint({
  name: 'resetSecondFactor',
  summary: 'Take away the second factor of somebody who lost it; sessions end',
  method: 'DELETE',
  path: '/api/admin/users/:userId/second-factor',
  access: 'admin',
  needsFreshSignIn: true,
  params: UserParams,
  reply: z.object({ message: z.string() }),
})

/** A person of the own directory, offered for import. */
export const DirectoryPerson = z.object({
  microsoftId: z.guid(),
  tenantId: z.guid(),
  displayName: z.string().nullable(),
  /** The sign-in name. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  isGuest: z.boolean(),
  /** Null where Microsoft does not tell. */
  accountEnabled: z.boolean().nullable(),
  /** The account that the person has here already. */
  userId: UserId.nullable(),
})
export type DirectoryPerson = z.infer<typeof DirectoryPerson>

const Truncated = z.boolean().describe('Whether there are more than the answer holds')

export const findDirectoryPeople = endpoint({
  name: 'findDirectoryPeople',
  summary:
    'People of the own directory by the beginning of their name or address, asked at Microsoft',
  method: 'GET',
  path: '/api/admin/directory-people',
  access: 'admin',
  query: z.object({ q: z.string().trim().max(100).default('') }),
  reply: z.object({ people: z.array(DirectoryPerson), isTruncated: Truncated }),
})

export const findDirectoryGroups = endpoint({
  name: 'findDirectoryGroups',
  summary: 'Groups of the own directory by the beginning of their name, asked at Microsoft',
  method: 'GET',
  path: '/api/admin/directory-groups',
  access: 'admin',
  query: z.object({ q: z.string().trim().max(100).default('') }),
  reply: z.object({
    groups: z.array(
      z.object({ id: z.guid(), displayName: z.string(), description: z.string().nullable() }),
    ),
    isTruncated: Truncated,
  }),
})

/** Whom to import: people, or the members of a group, those of groups within it too. */
export const ImportChoice = z.union([
  z.object({
    microsoftIds: z.array(z.guid()).min(1, 'Choose at least one person').max(USERS.importedAtOnce),
  }),
  z.object({ groupId: z.guid() }),
])
export type ImportChoice = z.infer<typeof ImportChoice>

/** What an import would make of one person. */
export const ImportPreview = DirectoryPerson.extend({
  /** What the enabled role mappings give; viewer without one. */
  role: Role,
  /** The mapping that decided, by the name of its directory role; null: none matched. */
  mappedBy: z.string().nullable(),
  /** Why the person is left out; null: will be imported. */
  leftOut: z.enum(['has an account', 'blocked', 'not found']).nullable(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewImport = endpoint({
  name: 'previewImport',
  summary: 'Who would be imported with which role; writes nothing',
  method: 'POST',
  path: '/api/admin/import-users/preview',
  access: 'admin',
  body: ImportChoice,
  reply: z.object({ people: z.array(ImportPreview), isTruncated: Truncated }),
})

/** Specification section 3, imported Microsoft user. Names are read of Microsoft, never taken from here. */
export const ImportedMicrosoftUser = z.object({
  microsoftId: z.guid(),
  tenantId: z.guid(),
  email: z.email('Enter a valid e-mail address').optional(),
  displayName: z.string().max(256).optional(),
  /** Makes an administrator whatever the mappings say; asks for a fresh sign-in. */
  isAdmin: z.boolean().default(false),
  adminRoles: z.array(z.string().trim().min(1).max(80)).max(20).optional(),
})

export const importUsers = endpoint({
  name: 'importUsers',
  summary: 'Give people of the own directory an account, with the role that the mappings give',
  method: 'POST',
  path: '/api/admin/import-users',
  access: 'admin',
  body: z.object({
    users: z
      .array(ImportedMicrosoftUser)
      .min(1, 'Choose at least one person')
      .max(USERS.importedAtOnce),
  }),
  reply: z.object({
    totalImported: z.number().int(),
    /** People who got no account, and why. */
    leftOut: z.array(z.object({ microsoftId: z.guid(), reason: z.string() })),
  }),
})

export const getAdminStats = endpoint({
  name: 'getAdminStats',
  summary: 'Counts of people, sessions and tenants, and when the last backup was made',
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  reply: z.object({
    totalUsers: z.number().int(),
    adminUsers: z.number().int(),
    microsoftUsers: z.number().int(),
    disabledUsers: z.number().int(),
    /** Enabled ones whose password was given to them by somebody else. */
    adminUsersToChoosePassword: z.number().int(),
    activeSessions: z.number().int(),
    totalTenants: z.number().int(),
    lastBackup: z.iso.datetime().nullable(),
  }),
})
export type AdminStats = z.infer<typeof getAdminStats.reply>
