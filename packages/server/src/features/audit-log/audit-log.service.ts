import { AUDIT } from '@tenantscope/contract/limits'

import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import type { AuditActor, AuditSource, By, ChangeEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogRepo } from './audit-log.repo.ts'

export type AuditLogService = ReturnType<typeof createAuditLogService>
export type { AuditActor, AuditSource, By, ChangeEntry }

export interface SignInEntry {
  readonly method: 'local' | 'local with code' | 'local with recovery code' | 'microsoft'
  readonly isSuccess: boolean
  /** The name or address that was entered or is known; the trail shows it. */
  readonly email: string
  readonly userId: number | null
  readonly errorMessage: string | null
  /** The stored session id, never the cookie's value. */
  readonly sessionId: string | null
  readonly source: AuditSource
}

/** The way in which data of a tenant was exported or shared. */
type AccessAction =
  | 'report made'
  | 'report downloaded'
  | 'report mailed'
  | 'table exported'
  | 'share made'
  | 'share viewed'
  | 'shared report downloaded'

export interface AccessEntry {
  readonly actor: AuditActor
  readonly action: AccessAction
  readonly tenantId: string | null
  /** The recipient. */
  readonly target?: AuditActor
  readonly details?: string
  readonly source: AuditSource
}

/** A user viewed data of tenants: on their pages or in search results. */
export interface SightEntry {
  readonly actor: AuditActor
  readonly action: 'tenant opened' | 'tenant searched'
  readonly tenantIds: readonly string[]
  readonly source: AuditSource
}

/** Appends to the sign-in trail and to the trail of changes. */
export function createAuditLogService(deps: {
  repo: AuditLogRepo
  clock: Clock
  /** Called with every entry, so that it is sealed soon. */
  onAppend?: (() => void) | undefined
}) {
  const { repo, clock, onAppend = () => undefined } = deps

  /** `within` writes the entry in the transaction of the change: both are committed or neither. */
  function change(entry: ChangeEntry, within?: Db): Promise<void> {
    onAppend()
    const { changedBy, target, source, ...rest } = entry
    return repo.appendChange(
      {
        ...rest,
        ...originOf(source),
        changedBy: changedBy.name,
        changedByUserId: changedBy.userId,
        targetUser: target?.name ?? null,
        targetUserId: target?.userId ?? null,
        timestamp: clock.now(),
      },
      within,
    )
  }

  return {
    change,

    signIn(entry: SignInEntry): Promise<void> {
      onAppend()
      const { isSuccess, source, ...rest } = entry
      return repo.appendSignIn({
        ...rest,
        ...originOf(source),
        success: isSuccess,
        timestamp: clock.now(),
      })
    },

    /** Records a change by the user to the own account. */
    ownChange(
      within: Db,
      action: string,
      { actor, source }: { actor: Pick<Actor, 'userId' | 'username'>; source: AuditSource },
    ): Promise<void> {
      const person = { name: actor.username, userId: actor.userId }
      return change({ type: 'user', action, changedBy: person, target: person, source }, within)
    },

    /** Records that a user exported or shared a tenant's data. */
    access: ({ actor, ...entry }: AccessEntry, within?: Db): Promise<void> =>
      change({ ...entry, type: 'data', changedBy: actor }, within),

    /** Records a view; repeated views within 15 minutes are recorded once. */
    async seen({ actor, action, tenantIds, source }: SightEntry): Promise<void> {
      if (tenantIds.length === 0) return
      const timestamp = clock.now()
      const sight = {
        type: 'data',
        action,
        changedBy: actor.name,
        changedByUserId: actor.userId,
        ...originOf(source),
        timestamp,
      } as const
      const since = new Date(timestamp.getTime() - AUDIT.sameAccessMinutes * 60_000)
      if (await repo.appendSights(sight, { tenantIds, since })) onAppend()
    },
  }
}

/** Keeps only the fields that the trail has columns for. */
const originOf = ({ ipAddress, userAgent }: AuditSource): AuditSource => ({ ipAddress, userAgent })
