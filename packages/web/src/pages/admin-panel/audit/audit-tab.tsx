import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AuditVerification, listAudit } from '@tenantscope/contract/audit'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useTimeZone } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { AuditActions } from './audit-actions.tsx'
import { AuditCounts } from './audit-counts.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { askedOf, auditQuery, filterIn, isFiltered } from './audit.queries.ts'
import type { AuditFilter } from './audit.queries.ts'
import { LoginActivityDialog } from './login-activity-dialog.tsx'
import { Pager } from './pager.tsx'
import { usePages } from './use-pages.ts'
import type { Pages } from './use-pages.ts'
import { useTenantNames } from './use-tenant-names.ts'
import { VerifyResult } from './verify-audit.tsx'

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** What was done here, by whom, and whether the records of it are as they were written. */
export function AuditTab() {
  const styles = useStyles()
  const filter = filterIn(useSearch({ from: '/admin-panel' }))
  const [result, setResult] = useState<AuditVerification | null>(null)
  const [showsLogins, setShowsLogins] = useState(false)
  return (
    <div className={styles.tab}>
      <AuditCounts />
      <AuditActions
        filter={filter}
        onVerified={setResult}
        onShowLogins={() => setShowsLogins(true)}
      />
      {result !== null && <VerifyResult result={result} />}
      <SectionCard title="Audit entries">
        <FilteredEntries filter={filter} />
      </SectionCard>
      {showsLogins && <LoginActivityDialog onClose={() => setShowsLogins(false)} />}
    </div>
  )
}

function FilteredEntries({ filter }: { filter: AuditFilter }) {
  const pages = usePages(JSON.stringify(filter))
  const timeZone = useTimeZone()
  const log = useQuery(auditQuery(askedOf(filter, timeZone), pages.cursor))
  return (
    <>
      <AuditFilters filter={filter} tenantName={nameIn(log.data, filter)} />
      {log.isPending && <PageSpinner text="Loading the audit..." />}
      {log.isError && (
        <LoadFailed
          title="The audit could not be loaded"
          message={userMessageOf(log.error)}
          requestId={requestIdOf(log.error)}
          onRetry={() => void log.refetch()}
        />
      )}
      {log.data?.entries.length === 0 && (
        <EmptyState
          title={
            isFiltered(filter) ? 'No entries match this filter' : 'Nothing has been recorded yet'
          }
        />
      )}
      {log.data && log.data.entries.length > 0 && <EntriesPage page={log.data} pages={pages} />}
    </>
  )
}

type Page = CallReply<typeof listAudit>

function EntriesPage({ page, pages }: { page: Page; pages: Pages }) {
  const { entries, total, nextCursor } = page
  const names = useTenantNames(entries)
  return (
    <>
      {names === null ? (
        // Ids first and names a moment later would make the rows jump.
        <PageSpinner text="Loading the audit..." />
      ) : (
        <AuditEntries entries={entries} names={names} />
      )}
      <Pager
        label="Pages of the audit"
        pages={pages}
        shown={entries.length}
        total={total}
        nextCursor={nextCursor}
      />
    </>
  )
}

/** What the tenant of the filter is called; null where no entry tells. */
const nameIn = (page: Page | undefined, filter: AuditFilter): string | null =>
  page?.entries.find(({ tenantId }) => tenantId === filter.tenantId)?.tenantName ?? null
