import { z } from 'zod'

import { TenantFailureCode } from './errors.ts'

/** The kinds of data within a tenant that may be refused alone. */
export const TenantPart = z.enum([
  'domains',
  'licenses',
  'subscriptions',
  'users',
  'groups',
  'groupMembers',
  'policies',
  'namedLocations',
  'settings',
  'authenticationMethods',
  'groupSettings',
  'roles',
  'applications',
  'grants',
])
export type TenantPart = z.infer<typeof TenantPart>

/** NOT_IN_CLOUD: the national cloud of the tenant has no such data. */
export const PartFailureCode = z.enum([...TenantFailureCode.options, 'NOT_IN_CLOUD'])
export type PartFailureCode = z.infer<typeof PartFailureCode>

/** A part of a tenant that could not be read although the tenant could. */
export const PartFailure = z.object({
  part: TenantPart,
  code: PartFailureCode,
  message: z.string(),
})
export type PartFailure = z.infer<typeof PartFailure>
