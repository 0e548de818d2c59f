import type { ReportFormat } from '@tenantscope/contract/report-document'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'
import { HAS_VIEWS_LEFT, isOpen } from './share-conditions.ts'

export type SharedReportsRepo = ReturnType<typeof createSharedReportsRepo>

/** A visitor who opens a link, and the requested format. */
export interface Visit {
  readonly at: Date
  readonly ipAddress: string
  readonly userAgent: string | null
  /** The format of a download; null for a view. */
  readonly format: ReportFormat | null
}

/** A report that was sent. */
export type OpenedReport = Pick<
  Selectable<Database['sharedReports']>,
  'id' | 'tenantId' | 'reportType' | 'reportData' | 'createdAt' | 'expiresAt' | 'accessCount'
>

/** Reads links for visitors; `tokenHash` is the stored hash of a token. */
export function createSharedReportsRepo(db: Db) {
  const COLUMNS = sql`id, tenant_id, report_type, report_data, created_at, expires_at, access_count`

  return {
    /**
     * Counts and records a view, and returns the report, in one statement: simultaneous visitors
     * cannot exceed the limit. `passphraseHash` is the one that the visitor's passphrase matched.
     */
    async countView(
      tokenHash: string,
      { passphraseHash, ...visit }: Visit & { passphraseHash: string | null },
    ): Promise<OpenedReport | undefined> {
      const { at } = visit
      const { rows } = await sql<OpenedReport>`
        with viewed as (
          update shared_reports as shares
          set access_count = access_count + 1, last_viewed_at = ${at}::timestamptz
          where share_token = ${tokenHash} and ${isOpen(at)} and ${HAS_VIEWS_LEFT}
            and passphrase_hash is not distinct from ${passphraseHash}::text
          returning share_token, ${COLUMNS}
        ), recorded as (${recording('viewed', visit)})
        select ${COLUMNS} from viewed`.execute(db)
      return rows[0]
    },

    /** For visitors with a pass: the view is not counted, and the view limit does not apply. */
    async openAgain(tokenHash: string, at: Date): Promise<OpenedReport | undefined> {
      const { rows } = await sql<OpenedReport>`
        select ${COLUMNS} from shared_reports as shares
        where share_token = ${tokenHash} and ${isOpen(at)}`.execute(db)
      return rows[0]
    },

    /** The same for a file; the download is recorded. */
    async downloadAgain(tokenHash: string, visit: Visit): Promise<OpenedReport | undefined> {
      const { rows } = await sql<OpenedReport>`
        with opened as (
          select share_token, ${COLUMNS} from shared_reports as shares
          where share_token = ${tokenHash} and ${isOpen(visit.at)}
        ), recorded as (${recording('opened', visit)})
        select ${COLUMNS} from opened`.execute(db)
      return rows[0]
    },

    /** Undefined for an unknown token. */
    existing: (tokenHash: string, at: Date) =>
      db
        .selectFrom('sharedReports as shares')
        .select([
          isOpen(at).as('isOpen'),
          HAS_VIEWS_LEFT.as('hasViewsLeft'),
          'shares.passphraseHash',
        ])
        .where('shares.shareToken', '=', tokenHash)
        .executeTakeFirst(),
  }
}

function recording(from: 'viewed' | 'opened', { at, ipAddress, userAgent, format }: Visit) {
  const accessType = format === null ? 'view' : 'download'
  return sql`
    insert into shared_report_access
      (share_token, accessed_at, ip_address, user_agent, access_type, format)
    select share_token, ${at}::timestamptz, ${ipAddress}::text, ${userAgent}::text,
      ${accessType}::text, ${format}::text
    from ${sql.table(from)}`
}
