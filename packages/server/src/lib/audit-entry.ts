import type { AuditType } from '@tenantscope/contract/audit'

/** The source of an action. */
export interface AuditSource {
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** The user who acted. */
export interface AuditActor {
  readonly name: string
  readonly userId: number | null
}

/** The user who makes a change, and the source. */
export interface By {
  readonly actor: AuditActor
  readonly source: AuditSource
}

/** The fields of an entry that name the user and the source. */
export const recordedBy = ({ actor, source }: By) => ({ changedBy: actor, source })

export interface ChangeEntry {
  readonly type: AuditType
  readonly action: string
  readonly changedBy: AuditActor
  readonly target?: AuditActor | null
  readonly oldValue?: string | null
  readonly newValue?: string | null
  /** The changed object, if it is not a user. Never a tenant's name, alias or users. */
  readonly details?: string
  /** The tenant concerned; its name is looked up when the trail is read. */
  readonly tenantId?: string | null
  readonly source: AuditSource
}

/** Returns an entry about the installation itself. */
export const systemEntry = (
  action: string,
  by: By,
  rest: Partial<ChangeEntry> = {},
): ChangeEntry => ({ type: 'system', action, ...recordedBy(by), ...rest })
