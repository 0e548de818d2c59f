import { z } from 'zod'

import { TenantFailureCode } from './errors.ts'

/** The parts of a tenant that Microsoft can refuse separately. */
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

/**
 * Where rows can be malformed: 'organization' means the properties of the tenant itself; sign-in
 * dates and registered methods are read at night.
 */
export const MalformedPart = z.enum([
  ...TenantPart.options,
  'organization',
  'signIns',
  'registrations',
  'devices',
])
export type MalformedPart = z.infer<typeof MalformedPart>

/** Rows of a part that Microsoft sent in a form that cannot be read; they are left out of everything. */
export const MalformedRows = z.object({
  part: MalformedPart,
  malformed: z.number().int(),
  /** The first of them; the id is null where it is what cannot be read. */
  named: z.array(z.object({ id: z.string().nullable(), field: z.string() })),
})
export type MalformedRows = z.infer<typeof MalformedRows>

/** NOT_IN_CLOUD: the tenant's national cloud does not offer this data. */
export const PartFailureCode = z.enum([...TenantFailureCode.options, 'NOT_IN_CLOUD'])
export type PartFailureCode = z.infer<typeof PartFailureCode>

/** A part of a tenant that could not be read although the tenant could. */
export const PartFailure = z.object({
  part: TenantPart,
  code: PartFailureCode,
  message: z.string(),
})
export type PartFailure = z.infer<typeof PartFailure>
