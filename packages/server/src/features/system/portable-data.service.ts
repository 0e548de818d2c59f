import { readFile, stat } from 'node:fs/promises'

import { counted } from '@tenantscope/analysis/counted'
import { utcDay } from '@tenantscope/analysis/renewals'

import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { jsonOf } from '../../lib/json.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createPortableDataRepo } from './portable-data.repo.ts'
import type { PortableDataRepo } from './portable-data.repo.ts'
import {
  EXPORT_BYTES,
  PortableData,
  mappingsToAdd,
  noteOf,
  peopleToAdd,
} from './portable-data.rules.ts'

export type PortableDataService = ReturnType<typeof createPortableData>

interface Imported {
  readonly recordsImported: number
  readonly notes: string[]
}

/** The user who imports; `requireFreshSignIn` throws unless they signed in recently. */
export interface ImportRequest {
  readonly by: By
  readonly requireFreshSignIn: () => void
}

type Trx = Parameters<Parameters<PortableDataRepo['transaction']>[0]>[0]

/** Exports and imports settings between installations: no secrets, tenants or credentials. */
export function createPortableData(deps: {
  db: Db
  settings: Pick<SettingsService, 'loosensSecurity'>
  /** Locks users until the transaction ends. */
  lockPeople: (trx: Trx) => Promise<void>
  licenses: Pick<LicensesService, 'importPrice'>
  auditLog: AuditLogService
  clock: Clock
  /** Stored in place of a password hash when the account has no password. */
  unusablePassword: string
}) {
  const { licenses, auditLog, clock, unusablePassword } = deps
  const repo = createPortableDataRepo(deps.db)

  async function importLicenses(trx: Trx, data: PortableData, by: By): Promise<number> {
    const at = clock.now()
    const stored = await repo.licenses(utcDay(at), trx)
    const known = new Map(stored.map((license) => [license.skuId, license]))
    let changed = 0
    for (const license of data.licenses) {
      const before = known.get(license.skuId)
      if (before !== undefined && choicesOf(before) === choicesOf(license)) continue
      await repo.putLicense(trx, license, at)
      const { skuId, monthlyPriceCents } = license
      if ((before?.monthlyPriceCents ?? null) !== monthlyPriceCents)
        await licenses.importPrice(trx, { skuId, monthlyPriceCents }, by)
      if ((before?.isVisible ?? true) !== license.isVisible)
        await repo.logVisibility(trx, license, { name: by.actor.name, at, ...by.source })
      changed += 1
    }
    return changed
  }

  async function importMappings(trx: Trx, data: PortableData, by: By): Promise<Imported> {
    const stored = await repo.mappingIds(trx)
    const added = mappingsToAdd(data.roleMappings, stored)
    for (const mapping of added) await repo.addMapping(trx, mapping)
    if (added.length > 0) await repo.noteMappings(trx, { name: by.actor.name, at: clock.now() })
    const admins = added.filter(({ localRole }) => localRole === 'admin').length
    const granting = added.filter(({ access }) => access !== null).length
    return {
      recordsImported: added.length,
      notes: [
        ...noteOf(
          admins,
          'role mapping',
          'to administrator imported as disabled. Review under Role mapping.',
        ),
        ...noteOf(
          granting,
          'role mapping',
          'imported without tenants. Choose the tenants again under Role mapping.',
        ),
      ],
    }
  }

  async function importPeople(trx: Trx, data: PortableData, by: By): Promise<Imported> {
    const { people, notes } = peopleToAdd(data.users)
    let added = 0
    for (const person of people) {
      const id = await repo.addMicrosoft(trx, person, { unusablePassword, at: clock.now() })
      if (id === null) continue
      added += 1
      const target = { name: person.username, userId: id }
      const entry = { type: 'user', target, newValue: person.role, details: FROM_EXPORT } as const
      await auditLog.change(systemEntry('user imported', by, entry), trx)
    }
    const known = people.length - added
    return {
      recordsImported: added,
      notes: [
        ...notes,
        ...noteOf(known, 'account', 'left unchanged because the username is in use here.'),
        ...noteOf(added, 'user', 'added without tenants. Grant tenants under User Management.'),
      ],
    }
  }

  async function importSettings(
    trx: Trx,
    data: PortableData,
    given: ImportRequest,
  ): Promise<number> {
    const { by } = given
    const before = await repo.settings(trx)
    if (JSON.stringify(before) === JSON.stringify(data.settings)) return 0
    if (deps.settings.loosensSecurity(before, data.settings)) given.requireFreshSignIn()
    await repo.setSettings(trx, data.settings, { name: by.actor.name, at: clock.now() })
    await auditLog.change(
      systemEntry('settings changed', by, {
        type: 'settings',
        details: FROM_EXPORT,
        oldValue: JSON.stringify(before),
        newValue: JSON.stringify(data.settings),
      }),
      trx,
    )
    return 1
  }

  return {
    async export(by: By): Promise<string> {
      const data: PortableData = {
        format: 'tenantscope-system-export',
        version: 1,
        exportedAt: clock.now().toISOString(),
        settings: await repo.settings(),
        roleMappings: await repo.roleMappings(),
        licenses: await repo.licenses(utcDay(clock.now())),
        users: await repo.users(),
      }
      await auditLog.change(
        systemEntry('data exported', by, {
          details: `${data.users.length} users, ${data.licenses.length} licenses`,
        }),
      )
      return `${JSON.stringify(data, null, 1)}\n`
    },

    /** Validates the complete file first; then imports all of it in one transaction. */
    async import(file: string, given: ImportRequest): Promise<Imported> {
      const { by } = given
      const data = await readData(file)
      return repo.transaction(async (trx) => {
        // Locked, so that data that was read does not change before it is written.
        await deps.lockPeople(trx)
        await repo.lock(trx)
        const settings = await importSettings(trx, data, given)
        const licenses = await importLicenses(trx, data, by)
        const mappings = await importMappings(trx, data, by)
        const people = await importPeople(trx, data, by)
        const recordsImported =
          settings + licenses + mappings.recordsImported + people.recordsImported
        await auditLog.change(
          systemEntry('data imported', by, { details: counted(recordsImported, 'record') }),
          trx,
        )
        return { recordsImported, notes: [...mappings.notes, ...people.notes] }
      })
    },
  }
}

const FROM_EXPORT = 'from exported data'

const choicesOf = (license: PortableData['licenses'][number]): string =>
  JSON.stringify([
    license.friendlyName,
    license.isVisible,
    license.monthlyPriceCents,
    license.ownType,
  ])

async function readData(file: string): Promise<PortableData> {
  if ((await stat(file)).size > EXPORT_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than an export can be')
  const content = jsonOf((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''))
  if (content === undefined)
    throw new AppError('BAD_REQUEST', 'The file is not JSON; nothing was imported.')
  const parsed = PortableData.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  throw new AppError(
    'BAD_REQUEST',
    `The export cannot be read${place === '' ? '' : ` at ${place}`}; nothing was imported.`,
  )
}
