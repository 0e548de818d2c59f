import { objectCountText } from '@tenantscope/analysis/checks/evidence-text'
import { useMemo } from 'react'

import { tenantCheckLink } from '../../features/posture/tenant-check-link.ts'
import { VerdictLabel } from '../../features/posture/verdict-label.tsx'
import type { Format } from '../../lib/format.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { OutdatedLabel } from '../../ui/outdated-label.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import { countsOf, filterText, shownTenants } from './check-search.ts'
import type { CheckedTenant, VerdictFilter } from './check-search.ts'

interface CheckTenantsProps {
  checkId: string
  tenants: readonly CheckedTenant[]
  verdict: VerdictFilter | undefined
  onChoose: (verdict: string) => void
}

const ROWS_AT_ONCE = 100

/** The verdict of the check on each tenant. */
export function CheckTenants({ checkId, tenants, verdict, onChoose }: CheckTenantsProps) {
  const timeZone = useTimeZone()
  const format = useFormat()
  const rows = useMemo(() => shownTenants(tenants, verdict), [tenants, verdict])
  const columns = useMemo(() => columnsOf(checkId, format), [checkId, format])
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  return (
    <SectionCard
      title="Tenants"
      aside={
        <Stack row wrap gap={8}>
          <FilterSelect
            label="Verdict"
            all="All Verdicts"
            value={verdict}
            options={optionsOf(tenants, verdict)}
            onChoose={onChoose}
          />
          <ExportButton
            hasRows={rows.length > 0}
            save={async () => {
              const { exportCheck } = await loadPart(() => import('./export-check.ts'))
              const count = rows.length === 1 ? '1 tenant' : `${format.number(rows.length)} tenants`
              return `Exported ${count} to ${exportCheck({ checkId, rows, timeZone })}`
            }}
          />
        </Stack>
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          title="No tenant has this verdict"
          action={
            verdict !== undefined && (
              <LinkButton to="/posture/$checkId" params={{ checkId }} resetScroll={false}>
                Clear filters
              </LinkButton>
            )
          }
        />
      ) : (
        <DataTable
          caption="Verdict by tenant, failed first"
          columns={columns}
          rows={shown}
          rowId={({ tenantId }) => tenantId}
        />
      )}
      {button}
    </SectionCard>
  )
}

/** Verdicts that a tenant has, with their counts; a chosen one without tenants can be removed. */
function optionsOf(
  tenants: readonly CheckedTenant[],
  chosen: VerdictFilter | undefined,
): readonly (readonly [string, string])[] {
  const counts = countsOf(tenants)
  const isOffered = chosen === undefined || counts.some(([verdict]) => verdict === chosen)
  const offered = isOffered ? counts : [[chosen, 0] as const, ...counts]
  return offered.map(([verdict, count]) => [verdict, `${filterText(verdict)} (${count})`] as const)
}

const columnsOf = (checkId: string, format: Format): readonly TableColumn<CheckedTenant>[] => [
  {
    header: 'Tenant',
    isRowHeader: true,
    width: 20,
    render: ({ tenantId, displayName }) => (
      <AppLink {...tenantCheckLink(tenantId, checkId)}>
        <ForeignText wrap>{displayName}</ForeignText>
      </AppLink>
    ),
  },
  { header: 'Verdict', width: 14, render: ({ verdict }) => <VerdictLabel verdict={verdict} /> },
  { header: 'Reason', width: 26, render: ({ reason }) => reason },
  {
    header: 'Objects',
    width: 8,
    isNumber: true,
    render: (tenant) => objectCountText(tenant, format.number),
  },
  { header: 'Since', width: 12, render: ({ since }) => since && format.date(since) },
  {
    header: 'Data as of',
    width: 20,
    render: ({ dataAsOf, isOutdated }) => (
      <Stack gap={2} align="start">
        <span>{dataAsOf === null ? 'Never read' : format.dateTime(dataAsOf)}</span>
        {isOutdated && <OutdatedLabel />}
      </Stack>
    ),
  },
]
