import { Select } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { PostureChanges } from '@tenantscope/contract/posture'
import { useMemo } from 'react'

import { ChangeLabel } from '../../features/posture/change-label.tsx'
import { postureChangesQuery } from '../../features/posture/posture.queries.ts'
import { SeverityLabel } from '../../features/posture/severity-label.tsx'
import { tenantCheckLink } from '../../features/posture/tenant-check-link.ts'
import type { Format } from '../../lib/format.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { Selection } from './estate.ts'
import { CHANGE_DAYS, isFiltered, viewOf } from './posture-search.ts'
import type { PostureView } from './posture-search.ts'
import { TrendCard } from './trend-card.tsx'

interface ChangesViewProps {
  selection: Selection
  view: PostureView
  onChoose: (view: PostureView) => void
}

/** What changed in the last days. */
export function ChangesView({ selection, view, onChoose }: ChangesViewProps) {
  const changes = useQuery(postureChangesQuery(view.days))
  const timeZone = useTimeZone()
  const format = useFormat()
  const rows = useShownChanges(changes.data, selection, view)
  return (
    <>
      <TrendCard checks={selection.checks} view={view} />
      <SectionCard
        title="Changes"
        aside={
          <Stack row wrap gap={8}>
            <Select
              aria-label="Changes since"
              value={view.days}
              onChange={(_, { value }) =>
                onChoose({ ...view, days: viewOf({ days: Number(value) }).days })
              }
            >
              {CHANGE_DAYS.map((days) => (
                <option key={days} value={days}>
                  Last {days} days
                </option>
              ))}
            </Select>
            <ExportButton
              hasRows={rows.length > 0}
              save={async () => {
                const { exportChanges } = await loadPart(() => import('./export-posture.ts'))
                const name = exportChanges({ rows, timeZone })
                return `Exported ${countOf(rows.length, format)} to ${name}`
              }}
            />
          </Stack>
        }
      >
        {changes.isPending && <PageSpinner text="Loading changes..." />}
        {changes.isLoadingError && (
          <LoadFailed title="Failed to load the changes" query={changes} />
        )}
        {changes.data && <ChangeList rows={rows} more={changes.data.more} view={view} />}
      </SectionCard>
    </>
  )
}

type Change = PostureChanges['changes'][number]

/** Returns the changes that match the filters; without filters also those of tenants that are inactive now. */
function useShownChanges(
  data: PostureChanges | undefined,
  { tenants, checks }: Selection,
  view: PostureView,
): readonly Change[] {
  const isWhole = !isFiltered(view)
  const { verdict } = view
  return useMemo(() => {
    const changes = data?.changes ?? []
    if (isWhole) return changes
    const tenantIds = new Set(tenants.map(({ tenantId }) => tenantId))
    const checkIds = new Set(checks.map(({ id }) => id))
    return changes.filter(
      (change) =>
        tenantIds.has(change.tenantId) &&
        checkIds.has(change.checkId) &&
        (verdict === undefined || change.verdict === verdict),
    )
  }, [data, tenants, checks, isWhole, verdict])
}

interface ChangeListProps {
  rows: readonly Change[]
  more: number
  view: PostureView
}

const ROWS_AT_ONCE = 100

function ChangeList({ rows, more, view }: ChangeListProps) {
  const format = useFormat()
  const columns = useMemo(() => columnsOf(format), [format])
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  return (
    <>
      {more > 0 && (
        <Notice intent="warning" title={`${countOf(more, format)} more`}>
          Only the newest changes are listed. Choose a shorter time to see all changes in it.
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title={`No changes in the last ${view.days} days`}
          text={
            isFiltered(view)
              ? 'No change matches the filters.'
              : 'The first result of a check is not a change.'
          }
        />
      ) : (
        <DataTable
          caption="Changes of verdicts, the newest first"
          columns={columns}
          rows={shown}
          rowId={({ tenantId, checkId, at }) => `${tenantId} ${checkId} ${at}`}
        />
      )}
      {button}
    </>
  )
}

const countOf = (count: number, format: Format): string =>
  count === 1 ? '1 change' : `${format.number(count)} changes`

const columnsOf = (format: Format): readonly TableColumn<Change>[] => [
  { header: 'Time', width: 18, render: ({ at }) => format.dateTime(at) },
  {
    header: 'Tenant',
    width: 20,
    isRowHeader: true,
    render: ({ tenantId, displayName, checkId }) => (
      <AppLink {...tenantCheckLink(tenantId, checkId)}>
        <ForeignText wrap>{displayName}</ForeignText>
      </AppLink>
    ),
  },
  {
    header: 'Check',
    width: 30,
    render: ({ checkId, title }) => (
      <AppLink to="/posture/$checkId" params={{ checkId }}>
        {title}
      </AppLink>
    ),
  },
  {
    header: 'Severity',
    width: 10,
    render: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  { header: 'Change', width: 12, render: ({ change }) => <ChangeLabel change={change} /> },
  { header: 'Verdict', width: 10, render: ({ verdict }) => verdictText(verdict) },
]
