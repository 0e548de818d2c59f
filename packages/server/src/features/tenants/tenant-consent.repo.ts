import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Database, Trx } from '../../db/tables.ts'

export type KnownConsent = Pick<
  Selectable<Database['tenants']>,
  | 'isConsented'
  | 'grantedPermissions'
  | 'awaitingApprovalSince'
  | 'relationship'
  | 'readingStoppedAt'
>

export const NO_FAILURE = {
  failureCode: null,
  failureMessage: null,
  failureAt: null,
  failureMicrosoftCode: null,
  failureRequestId: null,
  failureCorrelationId: null,
}

export const seenAt = (now: Date) => ({ firstSeenAt: now, lastSeenAt: now })

/** Stores a tenant's consent, and whether an administrator has approved it. */
export const CONSENT_WRITES = {
  async findConsent(trx: Trx, tenantId: TenantId): Promise<KnownConsent | undefined> {
    return trx
      .selectFrom('tenants')
      .select([
        'isConsented',
        'grantedPermissions',
        'awaitingApprovalSince',
        'relationship',
        'readingStoppedAt',
      ])
      .where('id', '=', tenantId)
      .executeTakeFirst()
  },

  /** False when the tenant is known, whatever its consent is. */
  async insertUnconsented(
    trx: Trx,
    { id, displayName, now }: { id: TenantId; displayName: string; now: Date },
  ): Promise<boolean> {
    const row = await trx
      .insertInto('tenants')
      .values({ id, displayName, status: 'Pending', ...seenAt(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Since when stays, until the consent is lost and comes back. */
  async setConsented(
    trx: Trx,
    tenantId: TenantId,
    { grantedPermissions, now }: { grantedPermissions: string[] | null; now: Date },
  ): Promise<void> {
    await trx
      .updateTable('tenants')
      .set({
        isConsented: true,
        grantedPermissions,
        goneAt: null,
        consentedAt: sql`case when is_consented and consent_lost_at is null
          then coalesce(consented_at, ${now}::timestamptz) else ${now}::timestamptz end`,
        consentLostAt: null,
      })
      .where('id', '=', tenantId)
      .execute()
  },

  /** Clears a failure whose missing consent now exists, before the next reading. */
  async forgetConsentFailure(trx: Trx, tenantId: TenantId): Promise<void> {
    await trx
      .updateTable('tenants')
      .set(NO_FAILURE)
      .where('id', '=', tenantId)
      .where('failureCode', '=', 'CONSENT_REQUIRED')
      .execute()
  },

  /** Consent that was seen after the attempt started is newer than the attempt's result. */
  async setUnconsented(
    trx: Trx,
    { tenantId, startedAt }: { tenantId: TenantId; startedAt: Date },
    now: Date,
  ): Promise<void> {
    await trx
      .updateTable('tenants')
      .set({
        isConsented: false,
        grantedPermissions: [],
        consentLostAt: sql`case when is_consented and coalesce(consented_at, data_as_of) is not null
          then ${now}::timestamptz else consent_lost_at end`,
      })
      .where('id', '=', tenantId)
      .where((eb) => eb.or([eb('consentedAt', 'is', null), eb('consentedAt', '<=', startedAt)]))
      .execute()
  },

  /** A tenant that is not read waits for approval; one that is read is already approved. */
  async upsertInvited(trx: Trx, tenantId: TenantId, now: Date): Promise<void> {
    await trx
      .insertInto('tenants')
      .values({
        id: tenantId,
        // No request is sent for it before approval, so its name is unknown.
        displayName: tenantId,
        status: 'Pending',
        ...seenAt(now),
        awaitingApprovalSince: now,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          lastSeenAt: now,
          awaitingApprovalSince: sql`case
            when tenants.relationship = 'ended' or tenants.reading_stopped_at is not null
            then coalesce(tenants.awaiting_approval_since, ${now}::timestamptz)
            else tenants.awaiting_approval_since end`,
        }),
      )
      .execute()
  },

  /** False when it does not wait (any more). */
  async acceptInvited(trx: Trx, tenantId: TenantId): Promise<boolean> {
    const row = await trx
      .updateTable('tenants')
      .set({
        awaitingApprovalSince: null,
        readingStoppedAt: null,
        readingStoppedBy: null,
        relationship: sql`case when relationship = 'ended' then 'none' else relationship end`,
      })
      .where('id', '=', tenantId)
      .where('awaitingApprovalSince', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Forgets it, or ends the reading where something was read. False when it does not wait (any more). */
  async declineInvited(
    trx: Trx,
    tenantId: TenantId,
    { by, now }: { by: string; now: Date },
  ): Promise<boolean> {
    const forgotten = await trx
      .deleteFrom('tenants')
      .where('id', '=', tenantId)
      .where('awaitingApprovalSince', 'is not', null)
      .where('dataAsOf', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (forgotten !== undefined) return true
    const stopped = await trx
      .updateTable('tenants')
      .set((eb) => ({
        awaitingApprovalSince: null,
        readingStoppedAt: eb.fn.coalesce('readingStoppedAt', eb.val(now)),
        readingStoppedBy: eb.fn.coalesce('readingStoppedBy', eb.val(by)),
      }))
      .where('id', '=', tenantId)
      .where('awaitingApprovalSince', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    return stopped !== undefined
  },
}
