import { counted } from '@tenantscope/analysis/counted'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { TenantGroup, TenantGroupInput } from '@tenantscope/contract/tenant-groups'

import type { Db, Trx } from '../../db/tables.ts'
import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'
import type { AuditLogService, By, ChangeEntry } from '../audit-log/audit-log.service.ts'
import { createTenantGroupsRepo } from './tenant-groups.repo.ts'
import type { StoredGroup } from './tenant-groups.repo.ts'

export type TenantGroupsService = ReturnType<typeof createTenantGroupsService>

/** Manages named sets of tenants. Users with a grant see a group's tenants, so every change is audited. */
export function createTenantGroupsService(deps: {
  db: Db
  auditLog: AuditLogService
  clock: Clock
  /** Called in the transaction of any change that may remove access to tenants. */
  afterChange: (within: Trx, by: By) => Promise<void>
}) {
  const { auditLog, clock, afterChange } = deps
  const repo = createTenantGroupsRepo(deps.db)

  function change<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    return repo.transaction(async (trx) => {
      await repo.lock(trx)
      return work(trx)
    })
  }

  async function existing(trx: Trx, id: TenantGroupId): Promise<StoredGroup> {
    const group = await repo.find(trx, id)
    if (group === undefined) throw new AppError('NOT_FOUND', 'Tenant group not found')
    return group
  }

  /** The input as it is kept; `id` is the group that may have the name already. */
  async function settled(
    trx: Trx,
    given: TenantGroupInput,
    id: TenantGroupId | null,
  ): Promise<TenantGroupInput> {
    const name = visibleText(oneLine(given.name))
    if (name === null) throw fieldError('body.name', 'Enter a name')
    if (await repo.isTaken(trx, name, id)) throw takenName(name)
    const tenantIds = [...new Set(given.tenantIds)]
    const unknown = await repo.unknownTenants(trx, tenantIds)
    if (unknown.length > 0)
      throw fieldError('body.tenantIds', `No tenant has these IDs: ${unknown.join(', ')}`)
    return { name, tenantIds }
  }

  function audit(
    trx: Trx,
    by: By,
    entry: Pick<ChangeEntry, 'action' | 'oldValue' | 'newValue'> & { details: object },
  ): Promise<void> {
    const details = JSON.stringify(entry.details)
    return auditLog.change({ type: 'access', ...entry, ...recordedBy(by), details }, trx)
  }

  return {
    /** Limited to tenants that the user may see; only administrators see groups without visible tenants. */
    list: (actor: Actor): Promise<TenantGroup[]> =>
      repo.list(scopeOf(actor), { withEmpty: actor.role === 'admin' }),

    create(given: TenantGroupInput, by: By): Promise<TenantGroup> {
      return change(async (trx) => {
        const { name, tenantIds } = await settled(trx, given, null)
        const id = await repo.insert(trx, name, { by: by.actor.name, at: clock.now() })
        await repo.replaceMembers(trx, id, tenantIds)
        await audit(trx, by, {
          action: 'tenant group created',
          newValue: valueOf({ name, tenantIds }),
          details: { groupId: id, tenantIds },
        })
        return existing(trx, id)
      })
    },

    /** A body without a version is taken as it is (decisions.md, Administration). */
    save(
      id: TenantGroupId,
      given: TenantGroupInput & { version?: number | undefined },
      by: By,
    ): Promise<TenantGroup> {
      return change(async (trx) => {
        const before = await existing(trx, id)
        refuseOldVersion(given.version, before)
        const { name, tenantIds } = await settled(trx, given, id)
        await repo.rename(trx, id, { name, by: by.actor.name, at: clock.now() })
        await repo.replaceMembers(trx, id, tenantIds)
        const after = await existing(trx, id)
        await audit(trx, by, {
          action: 'tenant group changed',
          oldValue: valueOf(before),
          newValue: valueOf(after),
          details: {
            groupId: id,
            added: without(after.tenantIds, before.tenantIds),
            removed: without(before.tenantIds, after.tenantIds),
            people: await repo.findPeople(trx, id),
          },
        })
        await afterChange(trx, by)
        return after
      })
    },

    /** Users lose tenants that only this group granted; the trail names them. */
    delete(id: TenantGroupId, by: By): Promise<{ message: string }> {
      return change(async (trx) => {
        const before = await existing(trx, id)
        const people = await repo.findPeople(trx, id)
        await repo.delete(trx, id)
        await audit(trx, by, {
          action: 'tenant group deleted',
          oldValue: valueOf(before),
          details: { groupId: id, tenantIds: before.tenantIds, people },
        })
        await afterChange(trx, by)
        return { message: deletedText(before.name, people.length) }
      })
    },
  }
}

const valueOf = ({ name, tenantIds }: TenantGroupInput): string =>
  `${name}: ${counted(tenantIds.length, 'tenant')}`

function deletedText(name: string, people: number): string {
  if (people === 0) return `${name} was deleted.`
  const who = people === 1 ? '1 user no longer sees' : `${people} users no longer see`
  return `${name} was deleted. ${who} tenants by it.`
}

function without<Id>(ids: readonly Id[], others: readonly Id[]): Id[] {
  const left = new Set(others)
  return ids.filter((id) => !left.has(id))
}

/** An old version is a conflict, too; the named field distinguishes the two. */
const takenName = (name: string): AppError =>
  fieldError('body.name', `A tenant group named ${name} already exists`, 'CONFLICT')
