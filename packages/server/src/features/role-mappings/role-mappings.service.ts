import { counted } from '@tenantscope/analysis/counted'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import type { RoleMapping, RoleMappings, RoleOutcome } from '@tenantscope/contract/role-mappings'

import { fieldError } from '../../lib/app-error.ts'
import type { AppError } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { oneLine } from '../../lib/stored-text.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { differenceOf } from './mapping-difference.rules.ts'
import type { JudgedPerson, OwnDirectoryRepo } from './own-directory.repo.ts'
import type { RoleMappingsRepo, StoredMappings } from './role-mappings.repo.ts'
import {
  mayGrantAllTenants,
  mayMakeAdministrators,
  triedRoles,
  UNMATCHED,
} from './role-mappings.rules.ts'
import type { TriedRole } from './role-mappings.rules.ts'
import { directoryRolesOf, roleNamesIn } from './role-names.ts'

export type RoleMappingsService = ReturnType<typeof createRoleMappingsService>

/** Stores the role mappings of administrators; role-decision.service.ts applies them. */
export function createRoleMappingsService(deps: {
  repo: RoleMappingsRepo
  directory: OwnDirectoryRepo
  auditLog: AuditLogService
  clock: Clock
}) {
  const { repo, directory, auditLog, clock } = deps

  /** Returns the ids without duplicates; throws 400 for unknown ids. */
  async function settled(
    trx: Parameters<RoleMappingsRepo['unknownTenants']>[0],
    given: readonly RoleMapping[],
  ): Promise<{ mappings: RoleMapping[]; groupNames: ReadonlyMap<number, string> }> {
    const mappings = given.map((mapping) => ({
      ...mapping,
      description: oneLine(mapping.description),
      access: accessOf(mapping),
    }))
    const accesses = mappings.map(({ access }) => access)
    const unknown = await repo.unknownTenants(
      trx,
      accesses.flatMap((access) => access?.tenantIds ?? []),
    )
    const groupNames = await repo.groupNames(
      trx,
      accesses.flatMap((access) => access?.groupIds ?? []),
    )
    for (const [index, access] of accesses.entries()) {
      const tenantId = access?.tenantIds.find((id) => unknown.includes(id))
      if (tenantId !== undefined)
        throw badField(`${index}.access.tenantIds`, `No tenant has these IDs: ${tenantId}`)
      const groupId = access?.groupIds.find((id) => !groupNames.has(id))
      if (groupId !== undefined)
        throw badField(`${index}.access.groupIds`, `Unknown tenant group: ${groupId}`)
    }
    return { mappings, groupNames }
  }

  return {
    async list(): Promise<RoleMappings> {
      return presented(await repo.read())
    },

    /**
     * Replaces the list; a body without a version is accepted (decisions.md, Administration).
     * `requireFresh` throws unless the caller signed in recently.
     */
    async save(
      given: { mappings: readonly RoleMapping[]; version?: number | undefined },
      by: By,
      requireFresh: () => void,
    ): Promise<RoleMappings> {
      const roleNames = await roleNamesIn(directory)
      return repo.transaction(async (trx) => {
        const stored = await repo.readLocked(trx)
        refuseOldVersion(given.version, stored)
        const { mappings, groupNames } = await settled(trx, given.mappings)
        const isSensitive =
          mayMakeAdministrators(stored.mappings, mappings) ||
          mayGrantAllTenants(stored.mappings, mappings)
        if (isSensitive) requireFresh()
        const difference = differenceOf(stored.mappings, mappings, { roleNames, groupNames })
        if (difference.length === 0) return presented(stored)
        await repo.replace(trx, mappings, { by: by.actor.name, at: clock.now() })
        await auditLog.change(
          {
            type: 'settings',
            action: 'role mappings changed',
            ...recordedBy(by),
            oldValue: counted(stored.mappings.length, 'mapping'),
            newValue: counted(mappings.length, 'mapping'),
            details: difference.join('; '),
          },
          trx,
        )
        return presented(await repo.read(trx))
      })
    },

    async directoryRoles() {
      const reading = await directory.reading()
      const roles = await directoryRolesOf(directory, reading)
      return { roles, dataAsOf: reading?.dataAsOf.toISOString() ?? null }
    },

    /**
     * Returns the effect on users with an account, from the stored own directory. A list that could
     * not be saved is refused in the same way.
     */
    async preview(given: readonly RoleMapping[]) {
      const { mappings } = await repo.transaction((trx) => settled(trx, given))
      const reading = await directory.reading()
      if (!reading) return { people: [], total: 0, changed: 0, dataAsOf: null }
      const names = await roleNamesIn(directory)
      const tried = triedRoles(mappings)
      const judged = await directory.judged(reading, { tried, most: ROLE_MAPPINGS.previewed })
      const people = judged.people.map((person) => outcomeOf(person, tried, names))
      return { ...judged, people, dataAsOf: reading.dataAsOf.toISOString() }
    },
  }
}

function presented({ mappings, version, updatedAt, updatedBy }: StoredMappings): RoleMappings {
  return { mappings, version, updatedAt: updatedAt?.toISOString() ?? null, updatedBy }
}

const BY_ALPHABET = new Intl.Collator('en')

function outcomeOf(
  { decidingRoleId, roleIds, ...person }: JudgedPerson,
  tried: readonly TriedRole[],
  names: ReadonlyMap<string, string>,
): RoleOutcome {
  const deciding = tried.find(({ roleId }) => roleId === decidingRoleId)
  const { role, mapping, access } =
    (person.isGuest ? deciding?.guest : deciding?.member) ?? UNMATCHED
  const directoryRoles = roleIds.map((id) => names.get(id) ?? id).toSorted(BY_ALPHABET.compare)
  return { ...person, directoryRoles, role, mappingId: mapping?.id ?? null, access }
}

/** Keeps only the fields of the mode, each id once. */
function accessOf({ access }: RoleMapping): RoleMapping['access'] {
  if (access === null) return null
  const { mode, tenantIds, groupIds } = access
  return {
    mode,
    tenantIds: mode === 'list' ? [...new Set(tenantIds)].toSorted() : [],
    groupIds: mode === 'groups' ? [...new Set(groupIds)].toSorted((a, b) => a - b) : [],
  }
}

const badField = (field: string, message: string): AppError =>
  fieldError(`body.mappings.${field}`, message)
