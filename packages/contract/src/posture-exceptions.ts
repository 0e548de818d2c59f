import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ObjectId, TenantGroupId, TenantId, UserId } from './ids.ts'
import { AcceptedReason, CheckId } from './posture.ts'

export const PostureExceptionId = z.coerce
  .number()
  .int()
  .positive()
  .max(2_147_483_647)
  .brand('PostureExceptionId')
export type PostureExceptionId = z.infer<typeof PostureExceptionId>

/** For which tenants a risk is accepted. */
const Scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tenant'), tenantId: TenantId }),
  z.object({ kind: z.literal('group'), groupId: TenantGroupId }),
  z.object({ kind: z.literal('all') }),
])

/** A risk that is accepted until a date (docs/posture.md, Exceptions). */
export const PostureException = z.object({
  id: PostureExceptionId,
  scope: Scope,
  /** The tenant or the group by name; null for all. */
  scopeName: z.string().nullable(),
  checkId: z.string(),
  /** Null: the complete check. */
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  reason: z.string(),
  /** Null when the account was deleted. */
  ownerId: UserId.nullable(),
  ownerName: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** True while it applies. */
  isActive: z.boolean(),
  version: z.number().int(),
  /** Beginning, prolonging and ending, the newest first. */
  history: z.array(
    z.object({
      kind: z.enum(['accepted', 'prolonged', 'changed', 'endedEarly']),
      by: z.string(),
      at: z.iso.datetime(),
      endsAt: z.iso.datetime(),
    }),
  ),
})
export type PostureException = z.infer<typeof PostureException>

export const listPostureExceptions = endpoint({
  name: 'listPostureExceptions',
  summary: 'Accepted risks that concern tenants the caller may see; the newest first',
  method: 'GET',
  path: '/api/posture/exceptions',
  access: 'signedIn',
  query: z.object({ tenantId: TenantId.optional(), checkId: CheckId.optional() }),
  reply: z.object({ exceptions: z.array(PostureException) }),
})

const endsAt = z.iso.datetime({ error: 'Choose an end date', offset: true })

export const createPostureException = endpoint({
  name: 'createPostureException',
  summary:
    'Accept a risk for a tenant (technicians), or for a group or all tenants (administrators)',
  method: 'POST',
  path: '/api/posture/exceptions',
  access: 'technician',
  body: z.object({
    scope: Scope,
    checkId: CheckId,
    objectId: ObjectId.nullable(),
    reason: AcceptedReason,
    /** In the future, at most 12 months away. */
    endsAt,
  }),
  reply: PostureException,
})

const ofException = z.object({ exceptionId: PostureExceptionId })

export const changePostureException = endpoint({
  name: 'changePostureException',
  summary: 'Prolong an accepted risk or change its reason; 409 when it was changed meanwhile',
  method: 'PATCH',
  path: '/api/posture/exceptions/:exceptionId',
  access: 'technician',
  params: ofException,
  body: z.object({ reason: AcceptedReason, endsAt, version: z.number().int() }),
  reply: PostureException,
})

export const endPostureException = endpoint({
  name: 'endPostureException',
  summary: 'End an accepted risk now; its history is kept',
  method: 'DELETE',
  path: '/api/posture/exceptions/:exceptionId',
  access: 'technician',
  params: ofException,
  reply: PostureException,
})
