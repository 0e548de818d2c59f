import {
  Button,
  makeStyles,
  Skeleton,
  SkeletonItem,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { PersonClockRegular } from '@fluentui/react-icons/svg/person-clock'
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AuditEntry, AuditVerification, listAudit } from '@tenantscope/contract/audit'
import { exportAudit, verifyAudit } from '@tenantscope/contract/audit'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { useState } from 'react'

import { call, callForFile } from '../../../lib/api.ts'
import { useFormat, useTimeZone } from '../../../lib/preferences.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { askedOf, auditCountsQuery, auditQuery, filterIn, isFiltered } from './audit.queries.ts'
import type { AuditFilter } from './audit.queries.ts'
import { LoginActivityDialog } from './login-activity-dialog.tsx'
import { pagerOf, usePages } from './use-pages.ts'
import type { Pages } from './use-pages.ts'
import { VerifyResult } from './verify-audit.tsx'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
})

/** Shows the audit, its filters, and the verification of its records. */
export function AuditTab() {
  const filter = filterIn(useSearch({ from: '/admin-panel' }))
  const [result, setResult] = useState<AuditVerification | null>(null)
  const [showsLogins, setShowsLogins] = useState(false)
  return (
    <Stack gap={16}>
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
    </Stack>
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
      {log.isError && <LoadFailed title="The audit could not be loaded" query={log} />}
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
        {...pagerOf(pages, { shown: entries.length, total, nextCursor })}
      />
    </>
  )
}

/** Returns the name of the filtered tenant; null when no entry contains it. */
const nameIn = (page: Page | undefined, filter: AuditFilter): string | null =>
  page?.entries.find(({ tenantId }) => tenantId === filter.tenantId)?.tenantName ?? null

/** Returns the tenants' names by id; null while they are read. */
function useTenantNames(entries: readonly AuditEntry[]): ReadonlyMap<string, string> | null {
  const tenants = useQuery({
    ...tenantListQuery({ isQuiet: true }),
    enabled: entries.some(({ type }) => type === 'access'),
  })
  if (tenants.isLoading) return null
  return new Map(tenants.data?.tenants.map(({ id, displayName }) => [id, displayName]))
}

interface AuditActionsProps {
  filter: AuditFilter
  onVerified: (result: AuditVerification) => void
  onShowLogins: () => void
}

/** The commands of the audit: show sign-ins, verify, export the filtered entries. */
function AuditActions({ filter, onVerified, onShowLogins }: AuditActionsProps) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const verify = useMutation({
    mutationFn: () => call(verifyAudit),
    onSuccess: onVerified,
    onError: failureToast('Verification failed'),
  })
  const save = useMutation({
    mutationFn: () =>
      callForFile(exportAudit, { query: askedOf(filter, timeZone) }, { fallbackName: 'audit.csv' }),
    onSuccess: (file) => {
      saveBlob(file)
      showToast({ intent: 'success', title: 'Export Successful', text: file.name })
      // That it was taken is an entry.
      void client.invalidateQueries({ queryKey: ['audit'] })
    },
    onError: failureToast('Export Failed'),
  })
  return (
    <Stack row wrap gap={8}>
      <Button {...RETURNS_FOCUS} icon={<PersonClockRegular />} onClick={onShowLogins}>
        View Login Activity
      </Button>
      <ActionButton
        icon={verify.isPending ? <Spinner size="tiny" /> : <ShieldCheckmarkRegular />}
        isBusy={verify.isPending}
        onClick={() => verify.mutate()}
      >
        Verify
      </ActionButton>
      <ActionButton
        icon={save.isPending ? <Spinner size="tiny" /> : <ArrowDownloadRegular />}
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        Export
      </ActionButton>
    </Stack>
  )
}

const COUNTS = {
  userLogins: 'User logins',
  adminActions: 'Admin actions',
  failedAttempts: 'Failed attempts',
  apiCalls: 'API calls',
} as const
const NAMES = ['userLogins', 'adminActions', 'failedAttempts', 'apiCalls'] as const

/** Shows the counts of the last 30 days. */
function AuditCounts() {
  const styles = useStyles()
  const { number } = useFormat()
  const counts = useQuery(auditCountsQuery)
  if (counts.isError) return <LoadFailed title="The counts could not be loaded" query={counts} />
  return (
    <dl className={styles.cards} aria-label="Last 30 days" aria-busy={counts.isPending}>
      {NAMES.map((name) => (
        <Stack gap={4} key={name} className={styles.card}>
          <Text as="dt" variant="caption" muted>
            {COUNTS[name]}
          </Text>
          {counts.data ? (
            <Text as="dd" variant="title" tabular>
              {number(counts.data[name])}
            </Text>
          ) : (
            <Text as="dd" variant="title" tabular>
              <Skeleton aria-label={`Loading ${COUNTS[name]}`}>
                <SkeletonItem size={28} />
              </Skeleton>
            </Text>
          )}
          <Text as="dd" variant="caption" muted>
            Last 30 days
          </Text>
        </Stack>
      ))}
    </dl>
  )
}
