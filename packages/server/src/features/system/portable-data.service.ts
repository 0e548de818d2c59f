import { readFile, stat } from 'node:fs/promises'

import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { By } from '../users/users.service.ts'
import type { PortableDataRepo } from './portable-data.repo.ts'
import {
  EXPORT_BYTES,
  PortableData,
  counted,
  mappingsToAdd,
  peopleToAdd,
} from './portable-data.rules.ts'
import { systemEntry } from './system-entry.rules.ts'

export type PortableDataService = ReturnType<typeof createPortableData>

interface Imported {
  readonly recordsImported: number
  readonly notes: string[]
}

/** Who imports; `requireFreshSignIn` throws unless they signed in a moment ago. */
interface Given {
  readonly by: By
  readonly requireFreshSignIn: () => void
}

type Trx = Parameters<Parameters<PortableDataRepo['transaction']>[0]>[0]

/** What one installation can hand to another: no secrets, no tenants, nothing that lets anybody in. */
export function createPortableData(deps: {
  repo: PortableDataRepo
  settings: Pick<SettingsService, 'loosensSecurity'>
  /** Nobody else changes people before the transaction ends. */
  lockPeople: (trx: Trx) => Promise<void>
  auditLog: AuditLogService
  clock: Clock
  /** What stands in place of a password's hash where nobody can sign in with one. */
  unusablePassword: string
}) {
  const { repo, auditLog, clock, unusablePassword } = deps

  async function importLicenses(trx: Trx, data: PortableData, by: By): Promise<number> {
    const known = new Map((await repo.licenses(trx)).map((license) => [license.skuId, license]))
    const at = clock.now()
    let changed = 0
    for (const license of data.licenses) {
      const before = known.get(license.skuId)
      if (before !== undefined && choicesOf(before) === choicesOf(license)) continue
      await repo.putLicense(trx, license, at)
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
        ...(admins === 0
          ? []
          : [
              `${counted(admins, 'role mapping')} to administrator came switched off: look at them under Role mapping.`,
            ]),
        ...(granting === 0
          ? []
          : [
              `${counted(granting, 'role mapping')} came without the tenants they grant: choose them again.`,
            ]),
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
      await auditLog.change(
        systemEntry('user imported', by, {
          type: 'user',
          target,
          newValue: person.role,
          details: 'from exported data',
        }),
        trx,
      )
    }
    const known = people.length - added
    return {
      recordsImported: added,
      notes: [
        ...notes,
        ...(known === 0
          ? []
          : [`${counted(known, 'account')} left as they are: they exist here already.`]),
        ...(added === 0
          ? []
          : [
              `${added} ${added === 1 ? 'person' : 'people'} added without any tenant: grant them what they are to see.`,
            ]),
      ],
    }
  }

  async function importSettings(trx: Trx, data: PortableData, given: Given): Promise<number> {
    const { by } = given
    const before = await repo.settings(trx)
    if (JSON.stringify(before) === JSON.stringify(data.settings)) return 0
    if (deps.settings.loosensSecurity(before, data.settings)) given.requireFreshSignIn()
    await repo.setSettings(trx, data.settings, { name: by.actor.name, at: clock.now() })
    await auditLog.change(
      systemEntry('settings changed', by, {
        type: 'settings',
        details: 'from exported data',
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
        licenses: await repo.licenses(),
        users: await repo.users(),
      }
      await auditLog.change(
        systemEntry('data exported', by, {
          details: `${data.users.length} people, ${data.licenses.length} licenses`,
        }),
      )
      return `${JSON.stringify(data, null, 1)}\n`
    },

    /** The whole file is looked at before anything is written; then all of it is, or nothing. */
    async import(file: string, given: Given): Promise<Imported> {
      const { by } = given
      const data = await readData(file)
      return repo.transaction(async (trx) => {
        // What is read before it is written stays as it was read.
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

const choicesOf = (license: PortableData['licenses'][number]): string =>
  JSON.stringify([
    license.friendlyName,
    license.isVisible,
    license.monthlyPriceCents,
    license.ownType,
  ])

async function readData(file: string): Promise<PortableData> {
  if ((await stat(file)).size > EXPORT_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than any export')
  const parsed = PortableData.safeParse(jsonOf(await readFile(file, 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  throw new AppError(
    'BAD_REQUEST',
    `The export cannot be read${place === '' ? '' : ` at ${place}`}; nothing was imported.`,
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new AppError('BAD_REQUEST', 'The file is not JSON; nothing was imported.')
  }
}
