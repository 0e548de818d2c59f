import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { USERS } from './limits.ts'
import { Role } from './roles.ts'
import { TenantAccessGrant } from './tenant-groups.ts'

/** A user of the own directory, offered for import. */
export const DirectoryPerson = z.object({
  microsoftId: z.guid(),
  tenantId: z.guid(),
  displayName: z.string().nullable(),
  /** The sign-in name. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  isGuest: z.boolean(),
  /** Null when Microsoft does not return it. */
  accountEnabled: z.boolean().nullable(),
  /** The user's existing account here, or null. */
  userId: UserId.nullable(),
})
export type DirectoryPerson = z.infer<typeof DirectoryPerson>

const Truncated = z.boolean().describe('True when there are more results than returned')

export const findDirectoryPeople = endpoint({
  name: 'findDirectoryPeople',
  summary: 'Users of the own directory by the start of their name or address, read from Microsoft',
  method: 'GET',
  path: '/api/admin/directory-people',
  access: 'admin',
  query: z.object({ q: z.string().trim().max(100).default('') }),
  reply: z.object({ people: z.array(DirectoryPerson), isTruncated: Truncated }),
})

export const findDirectoryGroups = endpoint({
  name: 'findDirectoryGroups',
  summary: 'Groups of the own directory by the start of their name, read from Microsoft',
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

/** The users to import: a list, or the members of a group, including nested groups. */
export const ImportChoice = z.union([
  z.object({
    microsoftIds: z.array(z.guid()).min(1, 'Choose at least one user').max(USERS.importedAtOnce),
  }),
  z.object({ groupId: z.guid() }),
])
export type ImportChoice = z.infer<typeof ImportChoice>

/** The result of an import for one user. */
export const ImportPreview = DirectoryPerson.extend({
  /** The role from the enabled role mappings; viewer when none matches. */
  role: Role,
  /** The directory role of the mapping that decided; null when none matched. */
  mappedBy: z.string().nullable(),
  /** Why the user is left out; null when the user is imported. */
  leftOut: z.enum(['has an account', 'blocked', 'not found']).nullable(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewImport = endpoint({
  name: 'previewImport',
  summary: 'Preview the users and roles of an import; writes nothing',
  method: 'POST',
  path: '/api/admin/import-users/preview',
  access: 'admin',
  body: ImportChoice,
  reply: z.object({
    people: z.array(ImportPreview),
    isTruncated: Truncated,
    /** The group, or one within it, shows its members to its members only: more may be in it. */
    hidesMembers: z.boolean(),
  }),
})

/** Specification section 3, imported Microsoft user. Names are read from Microsoft, not from this request. */
export const ImportedMicrosoftUser = z
  .object({
    microsoftId: z.guid(),
    tenantId: z.guid(),
    email: z.email('Enter a valid e-mail address').optional(),
    displayName: z.string().max(256).optional(),
    /** Creates an administrator regardless of the mappings; requires a fresh sign-in. */
    isAdmin: z.boolean().default(false),
    adminRoles: z.array(z.string().trim().min(1).max(80)).max(20).optional(),
    /** Instead of the role for all. */
    role: Role.optional(),
    /** Instead of the access for all. Refused for administrators, who see all tenants. */
    access: TenantAccessGrant.optional(),
  })
  .refine(({ isAdmin, role }) => !isAdmin || role === undefined || role === 'admin', {
    path: ['role'],
    message: 'isAdmin and role must agree',
  })

const LIMITED_ADMINISTRATOR =
  'Administrators see all tenants. Leave the access out, or choose another role.'

/** Refuses an access that would have no effect, because the users who get it are administrators. */
function refuseLimitedAdministrators(
  body: {
    role?: Role | undefined
    access?: TenantAccessGrant | undefined
    users: readonly z.output<typeof ImportedMicrosoftUser>[]
  },
  context: z.RefinementCtx,
): void {
  const { role: roleForAll, access, users } = body
  const refuse = (...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', path, message: LIMITED_ADMINISTRATOR })
  const areAdmins = users.map((user) => user.isAdmin || (user.role ?? roleForAll) === 'admin')
  for (const [index, user] of users.entries())
    if (areAdmins[index] === true && user.access !== undefined) refuse('users', index, 'access')
  if (access !== undefined && areAdmins.every(Boolean)) refuse('access')
}

export const importUsers = endpoint({
  name: 'importUsers',
  summary:
    'Import users of the own directory, with the chosen role and tenants, or those of the mappings',
  method: 'POST',
  path: '/api/admin/import-users',
  access: 'admin',
  body: z
    .object({
      /** For all users; when absent, the mappings decide. The administrator role requires a fresh sign-in. */
      role: Role.optional(),
      /**
       * For all users; when absent, the mappings and the settings decide. All tenants require a fresh
       * sign-in. Administrators see all tenants: it does not limit those among the users.
       */
      access: TenantAccessGrant.optional(),
      users: z
        .array(ImportedMicrosoftUser)
        .min(1, 'Choose at least one user')
        .max(USERS.importedAtOnce),
    })
    .superRefine(refuseLimitedAdministrators),
  reply: z.object({
    totalImported: z.number().int(),
    /** Users who were not imported, with the reason. */
    leftOut: z.array(z.object({ microsoftId: z.guid(), reason: z.string() })),
  }),
})
