import { makeStyles } from '@fluentui/react-components'
import { ArrowReset20Regular } from '@fluentui/react-icons/svg/arrow-reset'
import { DataBarHorizontal20Regular } from '@fluentui/react-icons/svg/data-bar-horizontal'
import { Save20Regular } from '@fluentui/react-icons/svg/save'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { AddTenantButton } from './add-tenant-button.tsx'
import type { AllTenantsView } from './all-tenants-view.ts'
import { isDefault, viewOf } from './all-tenants-view.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { CommandButton } from './command-button.tsx'
import { ExportButton } from './export-button.tsx'
import { InviteButton } from './invite-button.tsx'
import { ManageGroupsButton } from './manage-groups-button.tsx'
import { ReportsMenu } from './reports-menu.tsx'
import { useSaveView } from './saved-view.queries.ts'
import { preferencesOf } from './saved-view.ts'
import { DEFAULT_COLUMNS } from './tenant-columns.ts'
import type { useColumns } from './use-columns.ts'

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px', marginBlock: '-8px' },
  // On a phone all of them stand in one line, without a gap of its own.
  end: { '@media (min-width: 721px)': { marginInlineStart: 'auto' } },
})

interface CommandBarProps {
  /** The rows of the table, in its order. */
  shown: readonly TenantListItem[]
  view: AllTenantsView
  columns: ReturnType<typeof useColumns>
  isChartOpen: boolean
  chartId: string
  onToggleChart: () => void
  onAddTenant: () => void
  onChoose: (view: AllTenantsView) => void
}

/** What one can do with the table as it stands. */
export function CommandBar(props: CommandBarProps) {
  const { shown, view, columns, isChartOpen, chartId, onToggleChart, onAddTenant, onChoose } = props
  const styles = useStyles()
  const save = useSaveView()
  const isUntouched = isDefault(view) && columns.columns.length === DEFAULT_COLUMNS.length
  return (
    <section className={styles.bar} aria-label="Table commands">
      <CommandButton
        label="Save view"
        hint={
          view.group === undefined
            ? 'Open All Tenants with these filters, this order and these columns from now on'
            : 'Open All Tenants with these filters but the group, this order and these columns from now on'
        }
        icon={<Save20Regular />}
        isDisabled={save.isPending}
        onClick={() =>
          save.mutate(preferencesOf(view, columns.columns), { onSuccess: columns.follow })
        }
      />
      <CommandButton
        label="Reset view"
        hint={
          isUntouched
            ? 'This is the default view: all tenants by name with every column'
            : 'Back to the default view: all tenants by name with every column'
        }
        icon={<ArrowReset20Regular />}
        isDisabled={isUntouched}
        onClick={() => {
          columns.choose(DEFAULT_COLUMNS)
          onChoose(viewOf({}))
        }}
      />
      <ColumnsMenu columns={columns.columns} onChoose={columns.choose} />
      <ExportButton tenants={shown} />
      <AddTenantButton onAddTenant={onAddTenant} />
      <InviteButton />
      <ManageGroupsButton />
      <ReportsMenu />
      <span className={styles.end}>
        <CommandButton
          label="Savings by tenant"
          hint={isChartOpen ? 'Hide the chart' : 'Show the tenants with the most to save'}
          icon={<DataBarHorizontal20Regular />}
          aria-expanded={isChartOpen}
          aria-controls={chartId}
          onClick={onToggleChart}
        />
      </span>
    </section>
  )
}
