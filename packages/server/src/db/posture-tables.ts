import type { TenantGroupId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { EvidenceObject, CheckVerdict, PostureChange } from '@tenantscope/contract/posture'
import type { PostureException, PostureExceptionId } from '@tenantscope/contract/posture-exceptions'
import type { Generated } from 'kysely'

import type { Defaulted, Id, Json, SerialId } from './column-types.ts'

/** Verdicts of checks, their evidence and history, and what is accepted. */
export interface PostureTables {
  postureIntervals: {
    id: Generated<number>
    tenantId: Id<TenantId>
    checkId: string
    verdict: CheckVerdict
    since: Date
    until: Date | null
    change: PostureChange
    checkVersion: number
  }
  /** People of the current generation. */
  peopleNotCovered: {
    tenantId: Id<TenantId>
    userId: string
  }
  tenantPostures: {
    tenantId: Id<TenantId>
    judgedAt: Date
    dataAsOf: Date
    /** Identifies the checks and their versions. */
    rules: string
    /** A letter for each check (VERDICT_LETTERS). */
    verdicts: string
    /** Identifies verdicts and evidence; null: judged before there was one. */
    digest: Defaulted<string | null>
  }
  postureEvidence: {
    tenantId: Id<TenantId>
    checkId: string
    /** Null: that of the posture. */
    dataAsOf: Date | null
    reason: string
    counts: Json<Record<string, number>>
    objects: Json<Pick<EvidenceObject, 'kind' | 'id' | 'name'>[]>
    more: number
  }
  postureExceptions: {
    id: SerialId<PostureExceptionId>
    tenantId: Id<TenantId> | null
    groupId: Id<TenantGroupId> | null
    checkId: string
    objectId: string | null
    objectName: string | null
    reason: string
    ownerId: Id<UserId> | null
    ownerName: string
    createdBy: string
    createdAt: Defaulted<Date>
    endsAt: Date
    notifiedAt: Date | null
    version: Defaulted<number>
  }
  postureExceptionChanges: {
    id: Generated<number>
    exceptionId: number
    kind: PostureException['history'][number]['kind']
    changedBy: string
    changedAt: Defaulted<Date>
    endsAt: Date
  }
  emergencyAccounts: {
    tenantId: Id<TenantId>
    /** The user's id at Microsoft, in lower case. */
    userId: string
    reason: string
    declaredBy: string
    declaredAt: Defaulted<Date>
  }
}
