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
  readonly method: 'local' | 'microsoft'
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
  readonly type: 'user' | 'access' | 'password' | 'settings' | 'license' | 'tenant' | 'report'
  readonly action: string
  readonly changedBy: AuditActor
  readonly target: AuditActor | null
  readonly oldValue: string | null
  readonly newValue: string | null
  /** What was changed, where it is no person. */
  readonly details?: string
  readonly source: AuditSource
}

/** Appends to the sign-in trail and to the trail of changes. */
export function createAuditLogService({ repo, clock }: { repo: AuditLogRepo; clock: Clock }) {
  return {
    signIn(entry: SignInEntry): Promise<void> {
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
  }
}

/** Only what the trail has columns for: a caller is known by more than that. */
const originOf = ({ ipAddress, userAgent }: AuditSource): AuditSource => ({ ipAddress, userAgent })
