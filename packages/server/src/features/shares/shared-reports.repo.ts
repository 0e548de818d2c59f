import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { HAS_VIEWS_LEFT, isOpen } from './share-standing.ts'

export type SharedReportsRepo = ReturnType<typeof createSharedReportsRepo>

/** Whoever opens a link, and what for. */
export interface Visit {
  readonly at: Date
  readonly ipAddress: string
  readonly userAgent: string | null
  /** Of a download; null when the report is looked at. */
  readonly format: ReportFormat | null
}

/** A report that was let out. */
export interface OpenedReport {
  readonly id: string
  readonly tenantId: string | null
  readonly reportType: ReportType
  /** JSON of a redacted ReportDocument. */
  readonly reportData: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly accessCount: number
}

/** A link that exists. */
export interface StandingShare {
  readonly isOpen: boolean
  readonly hasViewsLeft: boolean
  readonly passphraseHash: string | null
}

/** Links as strangers open them; `tokenHash` is what the row holds of a token. */
export function createSharedReportsRepo(db: Kysely<Database>) {
  const COLUMNS = sql`id, tenant_id, report_type, report_data, created_at, expires_at, access_count`

  return {
    /**
     * Counts and records a view, and hands out the report, all in one statement: of visitors at the same
     * moment no more get in than may. `passphraseHash` is the one that the visitor's words matched.
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

    /** For whoever has a pass: nothing is counted, and the limit of views is not asked for. */
    async openAgain(tokenHash: string, at: Date): Promise<OpenedReport | undefined> {
      const { rows } = await sql<OpenedReport>`
        select ${COLUMNS} from shared_reports as shares
        where share_token = ${tokenHash} and ${isOpen(at)}`.execute(db)
      return rows[0]
    },

    /** The same for a file, which is recorded all the same. */
    async downloadAgain(tokenHash: string, visit: Visit): Promise<OpenedReport | undefined> {
      const { rows } = await sql<OpenedReport>`
        with opened as (
          select share_token, ${COLUMNS} from shared_reports as shares
          where share_token = ${tokenHash} and ${isOpen(visit.at)}
        ), recorded as (${recording('opened', visit)})
        select ${COLUMNS} from opened`.execute(db)
      return rows[0]
    },

    /** Undefined for a token that never was one. */
    async standingOf(tokenHash: string, at: Date): Promise<StandingShare | undefined> {
      return db
        .selectFrom('sharedReports as shares')
        .select([
          isOpen(at).as('isOpen'),
          HAS_VIEWS_LEFT.as('hasViewsLeft'),
          'shares.passphraseHash',
        ])
        .where('shares.shareToken', '=', tokenHash)
        .executeTakeFirst()
    },
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
