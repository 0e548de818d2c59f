import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { ROLE_MAPPINGS } from './limits.ts'
import { Role } from './roles.ts'
import { TenantAccessGrant } from './tenant-groups.ts'

/** A directory role of Microsoft (specification section 3). */
export const DirectoryRole = z.object({
  roleTemplateId: z.guid(),
  displayName: z.string(),
  description: z.string().optional(),
  isBuiltIn: z.boolean().default(true),
})
export type DirectoryRole = z.infer<typeof DirectoryRole>

/**
 * The local role that a directory role gives. Enabled mappings are tried in order; the first match
 * decides (specification section 6).
 */
export const RoleMapping = z.object({
  id: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^\P{Cc}*$/u, 'Must be one line of text'),
  /** The directory role's template id. */
  microsoftRole: z.guid().toLowerCase(),
  localRole: Role,
  description: z.string().trim().max(ROLE_MAPPINGS.descriptionLength).default(''),
  enabled: z.boolean().default(true),
  /** The tenants that the mapping grants with the role; null keeps the user's grants. */
  access: TenantAccessGrant.nullable().default(null),
})
export type RoleMapping = z.infer<typeof RoleMapping>

const Mappings = z
  .array(RoleMapping)
  .max(ROLE_MAPPINGS.most)
  .refine(
    (mappings) => new Set(mappings.map(({ id }) => id)).size === mappings.length,
    'Two mappings have the same id',
  )

export const RoleMappings = z.object({
  mappings: z.array(RoleMapping),
  version: z.number().int(),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
})
export type RoleMappings = z.infer<typeof RoleMappings>

export const getRoleMappings = endpoint({
  name: 'getRoleMappings',
  summary: 'The role mappings in their order',
  method: 'GET',
  path: '/api/admin/role-mappings',
  access: 'admin',
  reply: RoleMappings,
})

export const saveRoleMappings = endpoint({
  name: 'saveRoleMappings',
  summary: 'Replace all role mappings; 409 when they were changed meanwhile',
  method: 'POST',
  path: '/api/admin/role-mappings',
  access: 'admin',
  body: z.union([
    z.object({ mappings: Mappings, version: z.number().int().optional() }),
    Mappings.transform((mappings) => ({ mappings, version: undefined })),
  ]),
  reply: RoleMappings,
})

export const listDirectoryRoles = endpoint({
  name: 'listDirectoryRoles',
  summary: "Microsoft's built-in directory roles and the custom roles of the own directory",
  method: 'GET',
  path: '/api/admin/directory-roles',
  access: 'admin',
  reply: z.object({
    roles: z.array(DirectoryRole),
    /** When the own directory was read; null when never, so that only built-in roles are known. */
    dataAsOf: z.iso.datetime().nullable(),
  }),
})

/** The result of the mappings for an existing user. */
export const RoleOutcome = z.object({
  userId: UserId,
  name: z.string(),
  username: z.string(),
  isGuest: z.boolean(),
  /** The user's directory roles by name. */
  directoryRoles: z.array(z.string()),
  currentRole: Role,
  role: Role,
  /** The mapping that decides; null when none matches, which gives viewer. */
  mappingId: z.string().nullable(),
  /** Tenants that the user would see; null keeps the user's grants. */
  access: TenantAccessGrant.nullable(),
})
export type RoleOutcome = z.infer<typeof RoleOutcome>

export const previewRoleMappings = endpoint({
  name: 'previewRoleMappings',
  summary: 'Preview the result of these mappings for users from Microsoft; writes nothing',
  method: 'POST',
  path: '/api/admin/role-mappings/preview',
  access: 'admin',
  body: z.object({ mappings: Mappings }),
  reply: z.object({
    /** Users whose role would change first, then by name; at most ROLE_MAPPINGS.previewed. */
    people: z.array(RoleOutcome),
    total: z.number().int(),
    /** The number of all users whose role would change. */
    changed: z.number().int(),
    /** When the stored directory roles were read; null when never, so that no result can be previewed. */
    dataAsOf: z.iso.datetime().nullable(),
  }),
})
