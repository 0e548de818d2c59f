import { makeStyles } from '@fluentui/react-components'
import type { ShownVerdict } from '@tenantscope/contract/posture'
import { useMemo } from 'react'

import { SeverityLabel } from '../../features/posture/severity-label.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { useTimeZone } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import type { Selection } from './estate.ts'
import { checksToFix, countText, detailText } from './fix-first.ts'
import type { CheckToFix } from './fix-first.ts'

const useStyles = makeStyles({ bar: { minWidth: '96px', paddingBlockStart: '8px' } })

interface FixFirstViewProps {
  selection: Selection
  /** Another verdict to count; absent: failed. */
  verdict: ShownVerdict | undefined
}

/** What fails where, worst first. */
export function FixFirstView({ selection, verdict }: FixFirstViewProps) {
  const timeZone = useTimeZone()
  const tenants = selection.tenants.length
  const rows = useMemo(() => checksToFix(selection, verdict), [selection, verdict])
  if (rows.length === 0)
    return (
      <EmptyState
        title="No check fails"
        text="None of these checks fails in these tenants. The matrix shows which checks could not be read."
      />
    )
  return (
    <SectionCard
      title="What fails where"
      aside={
        <ExportButton
          hasRows
          save={async () => {
            const { exportFixFirst } = await loadPart(() => import('./export-posture.ts'))
            const name = exportFixFirst({ rows, tenants, verdict, timeZone })
            return `Exported ${rows.length === 1 ? '1 check' : `${rows.length} checks`} to ${name}`
          }}
        />
      }
    >
      <DataTable
        caption="Checks by severity and number of tenants, worst first"
        isCaptionShown
        columns={columnsOf(tenants, verdict)}
        rows={rows}
        rowId={({ check }) => check.id}
      />
    </SectionCard>
  )
}

const columnsOf = (
  tenants: number,
  verdict: ShownVerdict | undefined,
): readonly TableColumn<CheckToFix>[] => [
  {
    header: 'Check',
    isRowHeader: true,
    width: 42,
    render: ({ check }) => (
      <AppLink to="/posture/$checkId" params={{ checkId: check.id }}>
        {check.title}
      </AppLink>
    ),
  },
  { header: 'Area', width: 16, render: ({ check }) => check.areaName },
  {
    header: 'Severity',
    width: 10,
    render: ({ check }) => <SeverityLabel severity={check.severity} />,
  },
  {
    header: 'Tenants',
    width: 20,
    render: (row) => <Tenants row={row} tenants={tenants} verdict={verdict} />,
  },
  {
    header: 'Share',
    width: 12,
    isHeaderHidden: true,
    isBare: true,
    render: ({ count }) => <Share percent={(count / Math.max(tenants, 1)) * 100} />,
  },
]

interface TenantsProps {
  row: CheckToFix
  tenants: number
  verdict: ShownVerdict | undefined
}

function Tenants({ row, tenants, verdict }: TenantsProps) {
  const detail = detailText(row, verdict)
  return (
    <Stack as="span" gap={2}>
      <Text tabular>{countText(row.count, { tenants, verdict })}</Text>
      {detail !== null && (
        <Text variant="caption" muted tabular>
          {detail}
        </Text>
      )}
    </Stack>
  )
}

function Share({ percent }: { percent: number }) {
  const styles = useStyles()
  return (
    <div className={styles.bar}>
      <UsageBar percent={percent} tone="bad" />
    </div>
  )
}
