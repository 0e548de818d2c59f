import { LicenseType } from '@tenantscope/contract/licenses'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import { RoleMapping } from '@tenantscope/contract/role-mappings'
import { Role } from '@tenantscope/contract/roles'
import { AdminSettings } from '@tenantscope/contract/settings'
import { z } from 'zod'

import { AppError } from '../../lib/app-error.ts'
import { oneLine } from '../../lib/stored-text.ts'

/** Text that somebody may have written into the file, as the database can keep it. */
const Line = z.string().transform(oneLine)

/** A SKU as administrators named, hid, priced and typed it. */
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

/** A person with an account, without anything that lets anybody sign in. */
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

/** What `export-data` holds and `import-data` merges. */
export const PortableData = z.object({
  format: z.literal('tenantscope-system-export'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  settings: AdminSettings,
  roleMappings: z.array(RoleMapping).max(ROLE_MAPPINGS.most),
  licenses: z.array(PortableLicense).max(20_000),
  users: z.array(PortableUser).max(50_000),
})
export type PortableData = z.infer<typeof PortableData>

export const EXPORT_BYTES = 32 * 1_024 * 1_024

/** What the bytes at the beginning of a file say that it is. */
export function kindOf(beginning: string): 'backup' | 'data' | 'other' | 'not JSON' {
  const text = beginning.replace(/^\uFEFF/, '').trimStart()
  if (/^\{\s*"format"\s*:\s*"tenantscope-database-backup"/.test(text)) return 'backup'
  if (/^\{\s*"format"\s*:\s*"tenantscope-system-export"/.test(text)) return 'data'
  return /^[[{]/.test(text) ? 'other' : 'not JSON'
}

/** The people whom an import gives an account, and why it leaves out the others. */
export function peopleToAdd(users: readonly PortableUser[]): {
  people: (PortableUser & { microsoftId: string; tenantId: string })[]
  notes: string[]
} {
  const people = users.flatMap((user) => {
    const { microsoftId, tenantId } = user
    if (user.authMethod !== 'microsoft' || microsoftId === null || tenantId === null) return []
    // Whoever is to administer this installation is made so here.
    return [
      {
        ...user,
        microsoftId,
        tenantId,
        role: user.role === 'admin' ? ('viewer' as const) : user.role,
      },
    ]
  })
  const local = users.filter(({ authMethod }) => authMethod === 'local').length
  const admins = users.filter(
    ({ authMethod, role }) => authMethod === 'microsoft' && role === 'admin',
  ).length
  const notes = [
    ...(local === 0
      ? []
      : [`${counted(local, 'local account')} left out: an export holds no passwords.`]),
    ...(admins === 0
      ? []
      : [
          `${counted(admins, 'administrator')} came as viewers, unless they have an account here already: an import makes nobody an administrator.`,
        ]),
  ]
  return { people, notes }
}

/** Each mapping that is not there yet; one that would make administrators comes switched off. */
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
      `There would be ${known.size} role mappings, and ${ROLE_MAPPINGS.most} are kept at most; nothing was imported.`,
    )
  return added.map((mapping) => ({
    ...mapping,
    description: oneLine(mapping.description),
    enabled: mapping.enabled && mapping.localRole !== 'admin',
  }))
}

export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`
