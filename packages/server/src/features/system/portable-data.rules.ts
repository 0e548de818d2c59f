import { counted } from '@tenantscope/analysis/counted'
import { LicenseType } from '@tenantscope/contract/licenses'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import { RoleMapping } from '@tenantscope/contract/role-mappings'
import { Role } from '@tenantscope/contract/roles'
import { AdminSettings } from '@tenantscope/contract/settings'
import { z } from 'zod'

import { AppError } from '../../lib/app-error.ts'
import { oneLine } from '../../lib/stored-text.ts'

/** Untrusted text of the file, in the form that the database accepts. */
const Line = z.string().transform(oneLine)

/** A SKU as administrators named, hid and typed it, with its customer price for all tenants in US cents. */
export const PortableLicense = z.object({
  skuId: Line.pipe(z.string().toLowerCase().min(1).max(200)),
  skuPartNumber: Line.pipe(z.string().max(200)).nullable(),
  productName: Line.pipe(z.string().max(300)).nullable(),
  friendlyName: Line.pipe(z.string().max(200)).nullable(),
  isVisible: z.boolean(),
  monthlyPriceCents: z.number().int().min(0).max(100_000_000).nullable(),
  ownType: LicenseType.nullable(),
})
export type PortableLicense = z.infer<typeof PortableLicense>

/** A user account without any credential. */
export const PortableUser = z.object({
  authMethod: z.enum(['microsoft', 'local']),
  username: Line.pipe(z.string().min(1).max(256)),
  displayName: Line.pipe(z.string().max(256)).nullable(),
  email: Line.pipe(z.string().max(320)).nullable(),
  microsoftId: z.guid().toLowerCase().nullable(),
  tenantId: z.guid().toLowerCase().nullable(),
  role: Role,
  isDisabled: z.boolean(),
})
export type PortableUser = z.infer<typeof PortableUser>

/** The format of `export-data` and `import-data`. */
export const PortableData = z.object({
  format: z.literal('tenantscope-system-export'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  /** Exports of earlier versions do not have the second factor. */
  settings: AdminSettings.extend({
    secondFactorRequired: z.boolean().default(true),
    postureRetentionMonths: AdminSettings.shape.postureRetentionMonths.default(24),
    billingPeopleMonths: AdminSettings.shape.billingPeopleMonths.default(24),
    publicDnsRead: z.boolean().default(true),
  }),
  roleMappings: z.array(RoleMapping).max(ROLE_MAPPINGS.most),
  licenses: z.array(PortableLicense).max(20_000),
  users: z.array(PortableUser).max(50_000),
})
export type PortableData = z.infer<typeof PortableData>

export const EXPORT_BYTES = 32 * 1_024 * 1_024

/** Returns the kind of a file from its first bytes. */
export function kindOf(beginning: string): 'backup' | 'data' | 'other' | 'not JSON' {
  const text = beginning.replace(/^\uFEFF/, '').trimStart()
  if (/^\{\s*"format"\s*:\s*"tenantscope-database-backup"/.test(text)) return 'backup'
  if (/^\{\s*"format"\s*:\s*"tenantscope-system-export"/.test(text)) return 'data'
  return /^[[{]/.test(text) ? 'other' : 'not JSON'
}

/** Returns the users to add, and why others are skipped. */
export function peopleToAdd(users: readonly PortableUser[]): {
  people: (PortableUser & { microsoftId: string; tenantId: string })[]
  notes: string[]
} {
  const people = users.flatMap((user) => {
    const { microsoftId, tenantId } = user
    if (user.authMethod !== 'microsoft' || microsoftId === null || tenantId === null) return []
    // An import never creates administrators.
    const role = user.role === 'admin' ? ('viewer' as const) : user.role
    return [{ ...user, microsoftId, tenantId, role }]
  })
  const local = users.filter(({ authMethod }) => authMethod === 'local').length
  const microsoft = users.filter(({ authMethod }) => authMethod === 'microsoft')
  const admins = microsoft.filter(({ role }) => role === 'admin').length
  const notes = [
    ...noteOf(local, 'local account', 'left out: an export holds no passwords.'),
    ...noteOf(
      admins,
      'administrator',
      admins === 1
        ? 'imported as a viewer, unless this user already has an account: an import never grants the administrator role.'
        : 'imported as viewers, unless they already have an account: an import never grants the administrator role.',
    ),
  ]
  return { people, notes }
}

/** Returns the new mappings; those to administrator are disabled. */
export function mappingsToAdd(
  given: readonly RoleMapping[],
  stored: readonly string[],
): RoleMapping[] {
  const known = new Set(stored)
  const added = given.filter(({ id }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
  if (added.length > 0 && known.size > ROLE_MAPPINGS.most)
    throw new AppError(
      'BAD_REQUEST',
      `There would be ${known.size} role mappings, and the maximum is ${ROLE_MAPPINGS.most}; nothing was imported.`,
    )
  return added.map((mapping) => ({
    ...mapping,
    description: oneLine(mapping.description),
    enabled: mapping.enabled && mapping.localRole !== 'admin',
  }))
}

/** Returns a note about a number of records; none when there are none. */
export const noteOf = (count: number, noun: string, text: string): string[] =>
  count === 0 ? [] : [`${counted(count, noun)} ${text}`]
