import { PeopleCheckmarkRegular } from '@fluentui/react-icons/svg/people-checkmark'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'
import { USE_VERDICT_NAMES, UseVerdict } from '@tenantscope/contract/license-use'
import type { LicenseUse, PersonUse, UseChoice } from '@tenantscope/contract/license-use'
import { LICENSE_USE } from '@tenantscope/contract/limits'
import { roleReaches } from '@tenantscope/contract/roles'
import { useMemo, useState } from 'react'

import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { useTenantId } from '../../lib/use-tenant-id.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Text } from '../../ui/text.tsx'
import { licenseUseQuery } from './license-use.queries.ts'
import { peopleColumns } from './use-columns.tsx'
import { UseSearch } from './use-search.ts'
import { UseSources } from './use-sources.tsx'
import { UseTotals } from './use-totals.tsx'

const MarkDialog = lazyPart(async () => (await import('./mark-dialog.tsx')).MarkDialog)

const FAILED = 'Failed to load the use of licenses'
const ROWS_AT_ONCE = 100

/** Licensed people of a tenant who do not sign in or use what their licenses contain. */
export function LicenseUsePage() {
  const tenantId = useTenantId()
  const search: unknown = useSearch({ strict: false })
  const view = useMemo(() => UseSearch.parse(search), [search])
  const navigate = useNavigate()
  const use = useQuery({
    ...licenseUseQuery(tenantId, askedBy(view)),
    placeholderData: keepPreviousData,
  })
  const name = use.data?.tenantName ?? 'Tenant'
  const crumbs: readonly Crumb[] = [
    { label: 'All Tenants', to: '/dashboard' },
    { label: name },
    { label: 'License use' },
  ]
  const choose = (next: UseSearch) =>
    void navigate({
      to: '/tenant/$tenantId/license-use',
      params: { tenantId },
      search: next,
      resetScroll: false,
    })
  return (
    <PageShell
      title="License use"
      view={name}
      crumbs={crumbs}
      description="People with bought licenses who did not sign in, or did not use what Microsoft reports."
      actions={
        use.data && (
          <LinkButton to="/tenant/$tenantId" params={{ tenantId }}>
            Open the tenant
          </LinkButton>
        )
      }
    >
      {use.isPending && <PageSpinner text="Loading the use of licenses..." />}
      {use.isLoadingError && <LoadFailed title={FAILED} query={use} />}
      {use.isRefetchError && <RereadFailed title={FAILED} message={userMessageOf(use.error)} />}
      {use.data && <Loaded tenantId={tenantId} use={use.data} view={view} choose={choose} />}
    </PageShell>
  )
}

const askedBy = ({ days, show }: UseSearch) => ({
  days: days ?? LICENSE_USE.periods[0],
  choice: show ?? ('unused' as const),
})

interface LoadedProps {
  tenantId: TenantId
  use: LicenseUse
  view: UseSearch
  choose: (view: UseSearch) => void
}

const PERIODS = LICENSE_USE.periods.slice(1).map((days) => [days, `Last ${days} days`] as const)
const CHOICES: readonly (readonly [UseChoice, string])[] = [
  ...UseVerdict.options.map((verdict) => [verdict, USE_VERDICT_NAMES[verdict]] as const),
  ['marked', 'Marked accounts'],
]

function Loaded({ tenantId, use, view, choose }: LoadedProps) {
  if (use.dataAsOf === null)
    return (
      <EmptyState
        icon={<PeopleCheckmarkRegular />}
        title="This tenant has not been read yet"
        text="Its people are shown after the first refresh."
      />
    )
  if (use.failure !== null) return <PartNote failure={use.failure} />
  const isFiltered = view.days !== undefined || view.show !== undefined
  return (
    <>
      <UseSources signIns={use.signIns} usage={use.usage} />
      <Filters onClear={isFiltered ? () => choose({}) : null}>
        <FilterSelect
          label="Period"
          all={`Last ${LICENSE_USE.periods[0]} days`}
          value={view.days}
          options={PERIODS}
          onChoose={(days) => choose(UseSearch.parse({ ...view, days: days || undefined }))}
        />
        <FilterSelect
          label="People"
          all="Without sign-in or use"
          value={view.show}
          options={CHOICES}
          onChoose={(show) => choose(UseSearch.parse({ ...view, show: show || undefined }))}
        />
        <DataAsOf at={use.dataAsOf} />
      </Filters>
      <UseTotals use={use} />
      <People key={view.show} tenantId={tenantId} use={use} choice={view.show ?? 'unused'} />
    </>
  )
}

interface PeopleProps {
  tenantId: TenantId
  use: LicenseUse
  choice: UseChoice
}

function People({ tenantId, use, choice }: PeopleProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const { role } = useCurrentUser()
  const [opened, setOpened] = useState<PersonUse | null>(null)
  const { people, more, currency } = use
  const onOpen = roleReaches(role, 'technician') ? setOpened : null
  const columns = useMemo(
    () => peopleColumns({ format, timeZone, currency }, onOpen),
    [format, timeZone, currency, onOpen],
  )
  const { shown, button } = useShowMore(people, ROWS_AT_ONCE)
  const count = people.length === 1 ? '1 person' : `${format.number(people.length)} people`
  if (people.length === 0) return <NoPeople use={use} choice={choice} />
  return (
    <SectionCard
      title={count}
      aside={
        <ExportButton
          hasRows
          save={async () => {
            const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
            const cells = columns.flatMap((column) => column.cells)
            const file = saveCsv({
              name: 'license-use',
              table: 'license-use',
              tenantId,
              rows: people,
              columns: cells,
              timeZone,
            })
            return `Exported ${count} to ${file}`
          }}
        />
      }
    >
      {more > 0 && (
        <Text as="p" variant="caption" muted>
          The {format.number(people.length)} with the highest cost. {format.number(more)} more are
          not shown: choose one finding.
        </Text>
      )}
      <DataTable
        caption="People, the highest cost first. Cost is per month"
        columns={columns}
        rows={shown}
        rowId={({ userId }) => userId}
      />
      {button}
      {opened && (
        <LaterPart>
          <MarkDialog tenantId={tenantId} person={opened} onClose={() => setOpened(null)} />
        </LaterPart>
      )}
    </SectionCard>
  )
}

/** An empty list is an all-clear only with both kinds of evidence. */
function NoPeople({ use, choice }: Pick<PeopleProps, 'use' | 'choice'>) {
  const isKnown = use.signIns.gap === null && use.usage.gap === null
  const text =
    choice === 'unused' && !isKnown
      ? 'Not all evidence is available, so this does not mean that every license is used.'
      : 'No licensed person has this finding in the period.'
  return <EmptyState icon={<PeopleCheckmarkRegular />} title="No people to show" text={text} />
}
