import { Button, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { AREA_NAMES, areaName, areaOf } from '@tenantscope/analysis/checks/areas'
import type { CheckArea } from '@tenantscope/analysis/checks/areas'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { counted } from '@tenantscope/analysis/counted'
import type { TenantCheck } from '@tenantscope/contract/posture'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useMemo } from 'react'

import { SeverityLabel } from '../../../features/posture/severity-label.tsx'
import { VerdictLabel } from '../../../features/posture/verdict-label.tsx'
import { useFormat, useTimeZone } from '../../../lib/preferences.ts'
import { useCsvExport } from '../../../lib/use-csv-export.ts'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RowButton } from '../../../ui/row-button.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { objectsText, shownChecks, VERDICT_ORDER } from './check-filter.ts'
import type { VerdictFilter } from './check-filter.ts'
import { exportChecks } from './export-checks.ts'
import { useSecuritySearch } from './use-security-search.ts'

const useStyles = makeStyles({
  place: { scrollMarginTop: '64px' },
  search: { flexGrow: 1, minWidth: '200px', maxWidth: '360px' },
})

interface ChecksCardProps {
  tenant: TenantListItem
  checks: readonly TenantCheck[]
  dataAsOf: string | null
}

/** The checks of a tenant, the most severe first; filters are in the address. */
export function ChecksCard({ tenant, checks, dataAsOf }: ChecksCardProps) {
  const styles = useStyles()
  const format = useFormat()
  const { filter } = useSecuritySearch()
  const shown = useMemo(() => shownChecks(checks, filter), [checks, filter])
  return (
    // The counts of the score link to it.
    <div id="checks" className={styles.place}>
      <SectionCard
        title="Checks"
        aside={
          <Text variant="caption" muted tabular>
            <output>
              {format.number(shown.length)} of {format.number(checks.length)} checks
            </output>
          </Text>
        }
      >
        <Filters checks={checks} shown={shown} tenant={tenant} dataAsOf={dataAsOf} />
        {shown.length === 0 ? <NoChecks /> : <CheckTable checks={shown} />}
      </SectionCard>
    </div>
  )
}

interface FiltersProps extends ChecksCardProps {
  shown: readonly TenantCheck[]
}

function Filters({ checks, shown, tenant, dataAsOf }: FiltersProps) {
  const styles = useStyles()
  const timeZone = useTimeZone()
  const { filter, change } = useSecuritySearch()
  const [text, setText] = useTypedSearch(filter.q, (q) =>
    change({ q: q === '' ? undefined : q }, { isTyped: true }),
  )
  const areas = useMemo(() => areasOf(checks), [checks])
  const file = useCsvExport(async () => {
    const name = exportChecks({ tenant, checks: shown, dataAsOf, timeZone })
    return {
      title: 'Export Successful',
      text: `Exported ${counted(shown.length, 'check')} to ${name}`,
    }
  })
  return (
    <Stack as="section" row wrap gap={8} align="center" aria-label="Filter the checks">
      <SearchBox
        className={styles.search}
        aria-label="Search checks"
        placeholder="Search by title, area or benchmark"
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <Select
        aria-label="Verdict"
        value={filter.verdict}
        onChange={(_, { value }) => change({ verdict: value === 'open' ? undefined : value })}
      >
        {VERDICT_FILTERS.map((verdict) => (
          <option key={verdict} value={verdict}>
            {verdictFilterText(verdict)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Area"
        value={filter.area ?? 'all'}
        onChange={(_, { value }) => change({ area: value === 'all' ? undefined : value })}
      >
        <option value="all">All areas</option>
        {areas.map((area) => (
          <option key={area} value={area}>
            {AREA_NAMES[area]}
          </option>
        ))}
      </Select>
      <ActionButton
        icon={<ArrowDownload20Regular />}
        isBusy={file.isPending}
        isOff={shown.length === 0}
        onClick={() => file.mutate()}
      >
        Export CSV
      </ActionButton>
    </Stack>
  )
}

const VERDICT_FILTERS: readonly VerdictFilter[] = ['open', 'all', ...VERDICT_ORDER]

function verdictFilterText(verdict: VerdictFilter): string {
  if (verdict === 'open') return 'Failed or not readable'
  return verdict === 'all' ? 'All verdicts' : verdictText(verdict)
}

/** The areas that the tenant has checks of, in their order. */
function areasOf(checks: readonly TenantCheck[]): readonly CheckArea[] {
  const found = new Set(checks.map(({ id }) => areaOf(id)))
  return Array.from(found).filter((area) => area !== null)
}

function NoChecks() {
  const { filter, change } = useSecuritySearch()
  if (filter.verdict === 'open' && filter.area === null && filter.q === '')
    return (
      <EmptyState
        title="No check failed"
        text="Every check that applies to this tenant was read and passed, or its risk is accepted."
        action={<Button onClick={() => change({ verdict: 'all' })}>Show all checks</Button>}
      />
    )
  return (
    <EmptyState
      title="No check matches your filter"
      action={
        <Button onClick={() => change({ verdict: 'all', area: undefined, q: undefined })}>
          Show all checks
        </Button>
      }
    />
  )
}

function CheckTable({ checks }: { checks: readonly TenantCheck[] }) {
  return (
    <DataTable
      caption="Checks, the most severe first"
      columns={useColumns()}
      rows={checks}
      rowId={({ id }) => id}
    />
  )
}

function useColumns(): readonly TableColumn<TenantCheck>[] {
  const format = useFormat()
  const { openCheck } = useSecuritySearch()
  return [
    {
      header: 'Check',
      width: 48,
      isRowHeader: true,
      render: ({ id, title, references }) => (
        <Stack gap={2} align="start">
          <RowButton onClick={() => openCheck(id)}>{title}</RowButton>
          <Text variant="caption" muted>
            {[areaName(id), ...references].join(' · ')}
          </Text>
        </Stack>
      ),
    },
    {
      header: 'Severity',
      width: 11,
      render: ({ severity, verdict }) => <SeverityLabel severity={severity} verdict={verdict} />,
    },
    {
      header: 'Verdict',
      width: 17,
      render: ({ verdict }) => <VerdictLabel verdict={verdict} />,
    },
    {
      header: 'Since',
      width: 14,
      render: ({ since }) => (since === null ? 'Not known' : format.date(since)),
    },
    {
      header: 'Objects',
      width: 10,
      isNumber: true,
      render: (check) => objectsText(check, format.number),
    },
  ]
}
