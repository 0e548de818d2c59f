import { makeStyles } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowReset20Regular } from '@fluentui/react-icons/svg/arrow-reset'
import { ColumnTriple20Regular } from '@fluentui/react-icons/svg/column-triple'
import { DataBarHorizontal20Regular } from '@fluentui/react-icons/svg/data-bar-horizontal'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { GroupList20Regular } from '@fluentui/react-icons/svg/group-list'
import { PersonMail20Regular } from '@fluentui/react-icons/svg/person-mail'
import { Save20Regular } from '@fluentui/react-icons/svg/save'
import { useQuery } from '@tanstack/react-query'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { useCsvExport } from '../../lib/use-csv-export.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { oneTabStop } from '../../ui/one-tab-stop.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { isDefault, viewOf } from './all-tenants-view.ts'
import type { AllTenantsView } from './all-tenants-view.ts'
import { CommandButton, ReportsMenu } from './reports-menu.tsx'
import {
  isSavedView,
  isViewSaved,
  preferencesOf,
  savedViewQuery,
  useDeleteSavedView,
  useSaveView,
} from './saved-view.ts'
import type { useColumns } from './saved-view.ts'
import { areDefault, DEFAULT_COLUMNS } from './tenant-columns.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    marginBlock: '-8px',
    // On a phone the commands are on one line, which scrolls. The padding keeps focus outlines visible.
    '@media (max-width: 720px)': {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      margin: '-10px -2px',
      padding: '2px',
    },
  },
  end: { flexShrink: 0, '@media (min-width: 721px)': { marginInlineStart: 'auto' } },
})

interface CommandBarProps {
  /** Of sums over tenants. */
  currency: CurrencyCode
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

/** The commands of the table. */
export function CommandBar(props: CommandBarProps) {
  const {
    shown,
    currency,
    view,
    columns,
    isChartOpen,
    chartId,
    onToggleChart,
    onAddTenant,
    onChoose,
  } = props
  const styles = useStyles()
  const { role, isAdmin } = useCurrentUser()
  const isUntouched = isDefault(view) && areDefault(columns.columns)
  return (
    <div ref={oneTabStop} role="toolbar" className={styles.bar} aria-label="Table commands">
      <SaveViewButton view={view} columns={columns} />
      <CommandButton
        label="Reset view"
        hint={`${isUntouched ? 'This is' : 'Back to'} the default view: all tenants by name with the usual columns`}
        icon={<ArrowReset20Regular />}
        isDisabled={isUntouched}
        onClick={() => {
          columns.choose(DEFAULT_COLUMNS)
          onChoose(viewOf({}))
        }}
      />
      <DeleteViewButton />
      <ColumnsMenu {...columns} />
      <ExportButton tenants={shown} currency={currency} />
      {isAdmin && (
        <CommandButton
          label="Add tenant"
          hint="Add a tenant by its domain or ID"
          icon={<Add20Regular />}
          onClick={onAddTenant}
        />
      )}
      {roleReaches(role, 'technician') && <InviteButton />}
      {isAdmin && <ManageGroupsButton />}
      <ReportsMenu />
      <span className={styles.end}>
        <CommandButton
          label="Savings by tenant"
          hint={isChartOpen ? 'Hide the chart' : 'Show the tenants with the highest savings'}
          icon={<DataBarHorizontal20Regular />}
          aria-expanded={isChartOpen}
          aria-controls={chartId}
          onClick={onToggleChart}
        />
      </span>
    </div>
  )
}

/** Saves the view; says so where it is the saved one. */
function SaveViewButton({ view, columns }: Pick<CommandBarProps, 'view' | 'columns'>) {
  const save = useSaveView()
  const { data: saved } = useQuery(savedViewQuery)
  const isSaved = isViewSaved(saved) && isSavedView(saved, view, columns.columns)
  return (
    <CommandButton
      label={isSaved ? 'View saved' : 'Save view'}
      hint={
        isSaved
          ? 'All Tenants opens with this view'
          : 'Open All Tenants with these filters, this order and these columns from now on'
      }
      icon={<Save20Regular />}
      isDisabled={isSaved}
      isBusy={save.isPending}
      onClick={() =>
        save.mutate(preferencesOf(view, columns.columns), { onSuccess: columns.follow })
      }
    />
  )
}

/** Deletes the saved view; the table stays as it is. Absent without a saved view. */
function DeleteViewButton() {
  const { isPending, deleteView } = useDeleteSavedView()
  const { data: saved } = useQuery(savedViewQuery)
  if (!isViewSaved(saved)) return null
  return (
    <CommandButton
      label="Delete saved view"
      hint="Open All Tenants with the default view from now on"
      icon={<Delete20Regular />}
      isBusy={isPending}
      onClick={deleteView}
    />
  )
}

const loadEntries = async () => (await import('./menu-entries.tsx')).ColumnsMenuEntries

const ColumnsMenuEntries = lazyPart(loadEntries)

/** Chooses the columns of the table; each choice is applied at once and stored. */
function ColumnsMenu({ columns, choose }: CommandBarProps['columns']) {
  const [wear, menu] = useMenuButton(loadEntries)
  return (
    <>
      <CommandButton
        {...wear}
        label="Columns"
        hint="Choose the columns of the table"
        icon={<ColumnTriple20Regular />}
      />
      {menu && (
        <LaterPart>
          <ColumnsMenuEntries menu={menu} columns={columns} onChoose={choose} />
        </LaterPart>
      )}
    </>
  )
}

const GroupsDialog = lazyPart(async () => (await import('./groups/groups-dialog.tsx')).GroupsDialog)

/** Opens the tenant groups. */
function ManageGroupsButton() {
  const { onOpen, dialog } = useLaterDialog((state) => <GroupsDialog {...state} />)
  return (
    <>
      <CommandButton
        label="Manage groups"
        hint="Create, rename and edit tenant groups"
        icon={<GroupList20Regular />}
        onClick={onOpen}
      />
      {dialog}
    </>
  )
}

interface ExportButtonProps extends Pick<CommandBarProps, 'currency'> {
  tenants: readonly TenantListItem[]
}

/** Saves the rows of the table, in its order, as a file. */
function ExportButton({ tenants, currency }: ExportButtonProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const save = useCsvExport(async () => {
    const { exportTenants } = await loadPart(() => import('./export-tenants.ts'))
    const name = exportTenants(tenants, { timeZone, currency })
    const count = tenants.length === 1 ? '1 tenant' : `${format.number(tenants.length)} tenants`
    return { title: 'Export Successful', text: `Exported ${count} to ${name}` }
  })
  const isEmpty = tenants.length === 0
  return (
    <CommandButton
      label="Export CSV"
      hint={isEmpty ? 'There is no tenant in the table to export' : 'Download these rows as a file'}
      icon={<ArrowDownload20Regular />}
      isDisabled={isEmpty}
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}

const InviteDialog = lazyPart(
  async () => (await import('../../features/consent/invitation-links.tsx')).InviteDialog,
)

/** Opens the invitation links for customers who are not listed. */
function InviteButton() {
  const { onOpen, dialog } = useLaterDialog((state) => <InviteDialog {...state} />)
  return (
    <>
      <CommandButton
        label="Invite tenant"
        hint="Create a link for a customer to grant consent"
        icon={<PersonMail20Regular />}
        onClick={onOpen}
      />
      {dialog}
    </>
  )
}
