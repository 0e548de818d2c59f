import {
  Badge,
  Button,
  makeStyles,
  Select,
  Spinner,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listLicenseVisibilityLog } from '@tenantscope/contract/license-management'
import type { LicenseVisibilityEntry } from '@tenantscope/contract/license-management'
import { LICENSE_LOG_SIZES } from '@tenantscope/contract/limits'
import { memo, useState } from 'react'

import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AdminPage } from '../../ui/admin-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  select: { minWidth: '128px' },
  list: {
    margin: 0,
    padding: '0 16px',
    listStyleType: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  entry: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 5fr) minmax(0, 3fr) minmax(0, 4fr)',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    // Rows outside the viewport are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  more: { alignSelf: 'center' },
})

/** License Audit Trail (specification section 2). */
export function LicenseAuditPage() {
  return (
    <AdminPage title="License Audit Trail">
      <LicenseAudit />
    </AdminPage>
  )
}

function LicenseAudit() {
  const styles = useStyles()
  const search: unknown = useSearch({ strict: false })
  const size = sizeIn(search)
  const navigate = useNavigate()
  const log = useQuery({
    queryKey: ['license-visibility-log', size],
    queryFn: ({ signal }) => call(listLicenseVisibilityLog, { query: { limit: size } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (value: string) => {
    const chosen = LICENSE_LOG_SIZES.find((each) => String(each) === value)
    if (chosen !== undefined)
      void navigate({ to: '/admin/license-audit', search: searchFor(chosen), resetScroll: false })
  }
  return (
    <PageShell
      title="License Audit Trail"
      crumbs={CRUMBS}
      description="Changes of license visibility, newest first."
      actions={
        <>
          <Select
            className={styles.select}
            aria-label="Entries"
            value={String(size)}
            onChange={(_, { value }) => choose(value)}
          >
            {LICENSE_LOG_SIZES.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
          <Button
            icon={log.isFetching ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
            disabledFocusable={log.isFetching}
            onClick={() => void log.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {log.isPending && <PageSpinner text="Loading the audit trail..." />}
      {log.isError && <LoadFailed title="The audit trail could not be loaded" query={log} />}
      {log.data?.length === 0 && (
        <EmptyState title="No license visibility changes have been recorded yet." />
      )}
      {log.data && log.data.length > 0 && <VisibilityEntries entries={log.data} />}
    </PageShell>
  )
}

const nameOf = (size: LogSize): string => (size === 0 ? 'All' : `Last ${size}`)

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'License Audit Trail' }] as const

type LogSize = (typeof LICENSE_LOG_SIZES)[number]

/** The parameters of the address. */
export interface LicenseAuditSearch {
  last?: Exclude<LogSize, 0> | 'all' | undefined
}

const DEFAULT: LogSize = 50

/** Returns the number of entries that the address asks for; 0: all. */
function sizeIn(search: unknown): LogSize {
  const last = typeof search === 'object' && search !== null && 'last' in search && search.last
  if (last === 'all') return 0
  return LICENSE_LOG_SIZES.find((size) => size !== 0 && size === Number(last)) ?? DEFAULT
}

/** The address leaves the default out. */
function searchFor(size: LogSize): LicenseAuditSearch {
  if (size === DEFAULT) return { last: undefined }
  return { last: size === 0 ? 'all' : size }
}

/** The number of entries at a time: a trail can have thousands. */
const STEP = 500

function VisibilityEntries({ entries }: { entries: readonly LicenseVisibilityEntry[] }) {
  const styles = useStyles()
  const { number } = useFormat()
  const [limit, setLimit] = useState(STEP)
  const rest = entries.length - limit
  return (
    <>
      <ol className={styles.list} aria-label="Changes of license visibility">
        {entries.slice(0, limit).map((entry) => (
          <VisibilityEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {rest > 0 && (
        <Button className={styles.more} onClick={() => setLimit(limit + STEP)}>
          Show {number(Math.min(rest, STEP))} more of {number(rest)}
        </Button>
      )}
    </>
  )
}

const VisibilityEntry = memo(function VisibilityEntry({
  entry,
}: {
  entry: LicenseVisibilityEntry
}) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const { action, skuId, displayName, changedBy, timestamp, ipAddress, userAgent } = entry
  const isVisible = action === 'VISIBLE'
  return (
    <li className={styles.entry}>
      <span>
        <Badge
          appearance={isVisible ? 'tint' : 'outline'}
          color={isVisible ? 'success' : 'informative'}
        >
          {isVisible ? 'Visible' : 'Hidden'}
        </Badge>
      </span>
      <Stack>
        <ForeignText>{displayName ?? skuId}</ForeignText>
        {displayName !== null && displayName !== skuId && (
          <ForeignText className={styles.code}>{skuId}</ForeignText>
        )}
      </Stack>
      <Stack>
        <ForeignText>{changedBy}</ForeignText>
        <Text tabular>{dateTime(timestamp)}</Text>
      </Stack>
      <Stack>
        <Text variant="caption" muted>
          IP address: {ipAddress ?? 'not known'}
        </Text>
        <ForeignText variant="caption" muted>
          {userAgent ?? 'Browser not known'}
        </ForeignText>
      </Stack>
    </li>
  )
})
