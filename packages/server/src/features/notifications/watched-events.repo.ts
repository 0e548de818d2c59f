import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { MICROSOFT_CODES } from '@tenantscope/contract/microsoft-codes'
import { sql } from 'kysely'

import { readCredentialEnd } from '../../db/credential-end.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { Happening } from './notifications.rules.ts'

export type WatchedEventsRepo = ReturnType<typeof createWatchedEventsRepo>

const NAME = shownName('tenants')

/** Codes of Microsoft after which the data are lost unless somebody acts within days. */
const URGENT_CODES = MICROSOFT_CODES.filter(({ isUrgent }) => isUrgent === true).flatMap(
  ({ codes }) => codes.map((code) => `AADSTS${code}`),
)

/** Finds events in the tables; each query is limited to recent rows. */
export function createWatchedEventsRepo(db: Db) {
  return {
    /**
     * Tenants whose last two refreshes failed, or whose code of Microsoft is urgent, notified once until a
     * refresh succeeds.
     */
    async failing(): Promise<Happening[]> {
      const rows = await db
        .selectFrom('tenants')
        .select(['id', 'dataAsOf', 'failureMessage', 'failureMicrosoftCode', NAME.as('name')])
        .where('failureCode', 'is not', null)
        // Lost consent has its own kind.
        .where('consentLostAt', 'is', null)
        .where('status', '=', 'Active')
        .where('readingStoppedAt', 'is', null)
        .where(
          sql<boolean>`(failure_microsoft_code = any(${URGENT_CODES}::text[]) or (select count(*) = 2 and bool_and(last.state = 'failed') from (
            select state from sync_run_tenants where tenant_id = tenants.id and finished_at is not null
            order by finished_at desc limit 2) as last))`,
        )
        .execute()
      return rows.map(({ id, dataAsOf, failureMessage, failureMicrosoftCode, name }) => {
        const isUrgent = URGENT_CODES.some((code) => code === failureMicrosoftCode)
        return {
          kind: 'refresh-failing',
          key: `${id} ${dataAsOf?.toISOString() ?? 'never'}${isUrgent ? ' urgent' : ''}`,
          tenantId: id,
          text: `${name} could not be read${isUrgent ? '' : ' twice in a row'}: ${failureMessage ?? 'unknown reason'}`,
          address: `/tenant/${id}`,
        }
      })
    },

    async lostConsents(since: Date): Promise<Happening[]> {
      const rows = await db
        .selectFrom('tenants')
        .select(['id', 'consentLostAt', NAME.as('name')])
        .where('consentLostAt', '>', since)
        .execute()
      return rows.map(({ id, consentLostAt, name }) => ({
        kind: 'consent-lost',
        key: `${id} ${consentLostAt?.toISOString() ?? ''}`,
        tenantId: id,
        text: `${name} withdrew its consent and is no longer read. The data of the last refresh is kept.`,
        address: `/tenant/${id}`,
      }))
    },

    credentialExpiresAt: async (): Promise<Date | null> =>
      (await readCredentialEnd(db))?.expiresAt ?? null,

    /** The first opening of a link. */
    async openedShares(since: Date): Promise<Happening[]> {
      const rows = await db
        .selectFrom('sharedReports as share')
        .innerJoin('tenants', 'tenants.id', 'share.tenantId')
        .select(['share.id', 'share.tenantId', 'share.createdByUserId', NAME.as('name')])
        .where('share.lastViewedAt', '>', since)
        .execute()
      return rows.map(({ id, tenantId, createdByUserId, name }) => ({
        kind: 'share-opened',
        key: id,
        tenantId,
        userId: createdByUserId,
        text: `Your share link to a report of ${name} was opened for the first time.`,
        address: `/tenant/${tenantId}?tab=reports`,
      }))
    },

    async failedBackup(): Promise<Happening[]> {
      const row = await db
        .selectFrom('backupSchedule')
        .select(['lastFailureAt', 'lastFailure'])
        .where('lastFailureAt', 'is not', null)
        .where(sql<boolean>`last_success_at is null or last_failure_at > last_success_at`)
        .executeTakeFirst()
      if (!row?.lastFailureAt) return []
      return [
        {
          kind: 'backup-failed',
          key: row.lastFailureAt.toISOString(),
          text: `The scheduled backup failed: ${row.lastFailure ?? 'unknown reason'}`,
          address: '/admin-panel?tab=system',
        },
      ]
    },

    /** Exceptions that have ended since the last look. */
    async endedExceptions(now: Date): Promise<(Happening & { exceptionId: number })[]> {
      const rows = await db
        .selectFrom('postureExceptions as exception')
        .leftJoin('tenants', 'tenants.id', 'exception.tenantId')
        .leftJoin('tenantGroups as groups', 'groups.id', 'exception.groupId')
        .select(['exception.id', 'exception.tenantId', 'checkId', 'ownerId', 'endsAt'])
        .select(
          sql<string | null>`case when exception.tenant_id is not null then ${NAME}
            else groups.name end`.as('scopeName'),
        )
        .where('notifiedAt', 'is', null)
        .where('endsAt', '<=', now)
        // The checks of an Inactive tenant count nowhere.
        .where(sql<boolean>`tenants.status is distinct from 'Inactive'`)
        // After its owner's account was deleted there is no recipient.
        .where('ownerId', 'is not', null)
        .execute()
      return rows.map(({ id, tenantId, checkId, ownerId, endsAt, scopeName }) => ({
        kind: 'exception-ended',
        key: `${id} ${endsAt.toISOString()}`,
        exceptionId: id,
        tenantId,
        userId: ownerId,
        text: `Your exception from the check '${titleOf(checkId)}' for ${scopeName ?? 'all tenants'} has ended. The check counts again.`,
        address: tenantId === null ? '/posture' : `/tenant/${tenantId}?tab=security`,
      }))
    },

    async markNotified(exceptionIds: readonly number[], at: Date): Promise<void> {
      if (exceptionIds.length === 0) return
      await db
        .updateTable('postureExceptions')
        .set({ notifiedAt: at })
        .where(sql<boolean>`id = any(${exceptionIds}::int[])`)
        .where('endsAt', '<=', at)
        .execute()
    },
  }
}

const titleOf = (checkId: string): string =>
  CHECKS.find(({ id }) => id === checkId)?.title ?? checkId
