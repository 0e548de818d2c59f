import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { UserId } from './ids.ts'
import { ROLE_MAPPINGS } from './limits.ts'
import { Role } from './roles.ts'
import { TenantAccessGrant } from './tenant-groups.ts'

/** A role of Microsoft's directories (specification section 3). */
export const DirectoryRole = z.object({
  roleTemplateId: z.guid(),
  displayName: z.string(),
  description: z.string().optional(),
  isBuiltIn: z.boolean().default(true),
})
export type DirectoryRole = z.infer<typeof DirectoryRole>

/**
 * Which local role a directory role gives. The enabled ones are tried in order, the first match
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
  /** What the mapping grants along with the role; null: grants stay as they are. */
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
  summary: 'Replace all role mappings; 409 when somebody else changed them meanwhile',
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
  summary: "Microsoft's directory roles, and those that the own directory has made itself",
  method: 'GET',
  path: '/api/admin/directory-roles',
  access: 'admin',
  reply: z.object({
    roles: z.array(DirectoryRole),
    /** When the own directory was read; null: never, only Microsoft's own roles are known. */
    dataAsOf: z.iso.datetime().nullable(),
  }),
})

/** What the mappings would make of somebody who has an account. */
export const RoleOutcome = z.object({
  userId: UserId,
  name: z.string(),
  username: z.string(),
  isGuest: z.boolean(),
  /** The person's directory roles by name. */
  directoryRoles: z.array(z.string()),
  currentRole: Role,
  role: Role,
  /** The mapping that decides; null: none matches, viewer. */
  mappingId: z.string().nullable(),
  /** Tenants that the person would see; null: grants stay as they are. */
  access: TenantAccessGrant.nullable(),
})
export type RoleOutcome = z.infer<typeof RoleOutcome>

export const previewRoleMappings = endpoint({
  name: 'previewRoleMappings',
  summary: 'Who of the Microsoft people would get what by these mappings; writes nothing',
  method: 'POST',
  path: '/api/admin/role-mappings/preview',
  access: 'admin',
  body: z.object({ mappings: Mappings }),
  reply: z.object({
    /** Whose role would change first, then by name; at most ROLE_MAPPINGS.previewed. */
    people: z.array(RoleOutcome),
    total: z.number().int(),
    /** How many of all would have another role. */
    changed: z.number().int(),
    /** Of the stored directory roles; null: the own directory was never read, nobody can be judged. */
    dataAsOf: z.iso.datetime().nullable(),
  }),
})
