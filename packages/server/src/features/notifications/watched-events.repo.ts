import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import type { Happening } from './notifications.rules.ts'

export type WatchedEventsRepo = ReturnType<typeof createWatchedEventsRepo>

const NAME = shownName('tenants')

/** What the tables say has happened; each question is bounded by what is recent. */
export function createWatchedEventsRepo(db: Kysely<Database>) {
  return {
    /** Tenants whose last two refreshes failed, told once until one succeeds. */
    async failingTwice(): Promise<Happening[]> {
      const rows = await db
        .selectFrom('tenants')
        .select(['id', 'dataAsOf', 'failureMessage', NAME.as('name')])
        .where('failureCode', 'is not', null)
        // Its own kind tells of that.
        .where('consentLostAt', 'is', null)
        .where('status', '=', 'Active')
        .where('readingStoppedAt', 'is', null)
        .where(
          sql<boolean>`(select count(*) = 2 and bool_and(last.state = 'failed') from (
            select state from sync_run_tenants where tenant_id = tenants.id and finished_at is not null
            order by finished_at desc limit 2) as last)`,
        )
        .execute()
      return rows.map(({ id, dataAsOf, failureMessage, name }) => ({
        kind: 'refresh-failing',
        key: `${id} ${dataAsOf?.toISOString() ?? 'never'}`,
        tenantId: id,
        userId: null,
        text: `${name} could not be read twice in a row: ${failureMessage ?? 'no reason is known'}`,
        address: `/tenant/${id}`,
      }))
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
        userId: null,
        text: `${name} withdrew its consent: it is not read any more. What was read last stays.`,
        address: `/tenant/${id}`,
      }))
    },

    async credentialExpiresAt(): Promise<Date | null> {
      const row = await db
        .selectFrom('connectionChecks')
        .select('credentialExpiresAt')
        .executeTakeFirst()
      return row?.credentialExpiresAt ?? null
    },

    /** The first time that somebody opened a link. */
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
        text: `Somebody opened your share link to a report of ${name} for the first time.`,
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
          tenantId: null,
          userId: null,
          text: `The scheduled backup failed: ${row.lastFailure ?? 'no reason is known'}`,
          address: '/admin-panel?tab=system',
        },
      ]
    },
  }
}
