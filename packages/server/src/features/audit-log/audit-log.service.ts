import type { AuditType } from '@tenantscope/contract/audit'
import { AUDIT } from '@tenantscope/contract/limits'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogRepo } from './audit-log.repo.ts'

export type AuditLogService = ReturnType<typeof createAuditLogService>

/** Where an act came from. */
export interface AuditSource {
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

export interface SignInEntry {
  readonly method: 'local' | 'local with code' | 'local with recovery code' | 'microsoft'
  readonly isSuccess: boolean
  /** What the person gave or is known by; the trail names people by it. */
  readonly email: string
  readonly userId: number | null
  readonly errorMessage: string | null
  /** The stored session id, never the cookie's value. */
  readonly sessionId: string | null
  readonly source: AuditSource
}

/** Who did it. */
export interface AuditActor {
  readonly name: string
  readonly userId: number | null
}

export interface ChangeEntry {
  readonly type: AuditType
  readonly action: string
  readonly changedBy: AuditActor
  readonly target: AuditActor | null
  readonly oldValue: string | null
  readonly newValue: string | null
  /** What was changed, where it is no person. Never a tenant's name, alias or people. */
  readonly details?: string
  /** The tenant that it is about; its name is looked up when the trail is read. */
  readonly tenantId?: string
  readonly source: AuditSource
}

/** How data of a tenant were saved or handed out. */
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
  /** To whom it went. */
  readonly target?: AuditActor
  readonly details?: string
  readonly source: AuditSource
}

/** Somebody saw data of tenants: on their pages, or among what a search found. */
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
  onAppend?: () => void
}) {
  const { repo, clock, onAppend = () => undefined } = deps
  return {
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

    /** `within` writes the entry in the transaction of the change itself: both happen or neither. */
    change(entry: ChangeEntry, within?: Kysely<Database>): Promise<void> {
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
    },

    /** Somebody saved or handed out a tenant's data. */
    access(entry: AccessEntry, within?: Kysely<Database>): Promise<void> {
      onAppend()
      const { actor, target, source, ...rest } = entry
      return repo.appendChange(
        {
          ...rest,
          type: 'data',
          ...originOf(source),
          changedBy: actor.name,
          changedByUserId: actor.userId,
          targetUser: target?.name ?? null,
          targetUserId: target?.userId ?? null,
          timestamp: clock.now(),
        },
        within,
      )
    },

    /** To see the same again soon after is the same access. */
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

/** Only what the trail has columns for: a caller is known by more than that. */
const originOf = ({ ipAddress, userAgent }: AuditSource): AuditSource => ({ ipAddress, userAgent })
