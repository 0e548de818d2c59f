import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantGroupId, TenantId, UserId } from './ids.ts'
import { TENANT_GROUPS } from './limits.ts'

/** A named set of tenants, used as a filter and for grants (decisions.md, Roles). */
export const TenantGroup = z.object({
  id: TenantGroupId,
  name: z.string(),
  /** The tenants of the group that the reader may see. */
  tenantIds: z.array(TenantId),
  version: z.number().int(),
})
export type TenantGroup = z.infer<typeof TenantGroup>

export const TenantGroupInput = z.object({
  name: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(TENANT_GROUPS.nameLength, 'Keep the name under 80 characters'),
  tenantIds: z.array(TenantId).max(10_000),
})
export type TenantGroupInput = z.infer<typeof TenantGroupInput>

export const listTenantGroups = endpoint({
  name: 'listTenantGroups',
  summary: 'The tenant groups with their tenants, limited to those that the caller may see',
  method: 'GET',
  path: '/api/tenant-groups',
  access: 'signedIn',
  reply: z.object({ groups: z.array(TenantGroup) }),
})

export const createTenantGroup = endpoint({
  name: 'createTenantGroup',
  summary: 'Create a tenant group; 409 when the name is taken',
  method: 'POST',
  path: '/api/tenant-groups',
  access: 'admin',
  body: TenantGroupInput,
  reply: TenantGroup,
})

export const saveTenantGroup = endpoint({
  name: 'saveTenantGroup',
  summary: 'Rename a group or replace its tenants; 409 when it was changed meanwhile',
  method: 'PUT',
  path: '/api/tenant-groups/:groupId',
  access: 'admin',
  params: z.object({ groupId: TenantGroupId }),
  body: TenantGroupInput.extend({ version: z.number().int().optional() }),
  reply: TenantGroup,
})

export const deleteTenantGroup = endpoint({
  name: 'deleteTenantGroup',
  summary: 'Delete a group; users lose the tenants that it granted',
  method: 'DELETE',
  path: '/api/tenant-groups/:groupId',
  access: 'admin',
  params: z.object({ groupId: TenantGroupId }),
  reply: z.object({ message: z.string() }),
})

/** The tenants that a user may see; ignored for administrators, who see all. */
export const TenantAccessGrant = z.object({
  mode: z.enum(['all', 'list', 'groups']),
  tenantIds: z.array(TenantId).max(10_000).default([]),
  groupIds: z.array(TenantGroupId).max(1_000).default([]),
})
export type TenantAccessGrant = z.infer<typeof TenantAccessGrant>

export const setUserAccess = endpoint({
  name: 'setUserAccess',
  summary: 'Grant a user all tenants, a list, or tenant groups; applies from the next request',
  method: 'PUT',
  path: '/api/admin/users/:userId/access',
  access: 'admin',
  params: z.object({ userId: z.coerce.number('Valid user ID required').pipe(UserId) }),
  body: TenantAccessGrant,
  reply: TenantAccessGrant,
})
