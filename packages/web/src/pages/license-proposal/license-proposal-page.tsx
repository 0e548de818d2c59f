import { MoneyRegular } from '@fluentui/react-icons/svg/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { getLicenseProposal } from '@tenantscope/contract/license-proposal'
import type { LicenseProposal } from '@tenantscope/contract/license-proposal'
import { useMemo } from 'react'

import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { LICENSE_PROPOSAL } from '../../lib/tenant-data.ts'
import { useTenantId } from '../../lib/use-tenant-id.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Text } from '../../ui/text.tsx'
import { changeColumns, seatColumns } from './proposal-columns.tsx'

const FAILED = 'Failed to compute the cheapest licenses'
const ROWS_AT_ONCE = 100

const proposalQuery = (tenantId: TenantId) =>
  queryOptions({
    queryKey: [LICENSE_PROPOSAL, tenantId],
    queryFn: ({ signal }) => call(getLicenseProposal, { params: { tenantId } }, { signal }),
  })

/** The cheapest licenses of a tenant that keep each service plan that is needed. */
export function LicenseProposalPage() {
  const tenantId = useTenantId()
  const reply = useQuery(proposalQuery(tenantId))
  const name = reply.data?.tenantName ?? 'Tenant'
  const crumbs: readonly Crumb[] = [
    { label: 'All Tenants', to: '/dashboard' },
    { label: name },
    { label: 'Cheapest licenses' },
  ]
  return (
    <PageShell
      title="Cheapest licenses"
      view={name}
      crumbs={crumbs}
      description="A proposal: other licenses for the same people that keep each service plan that is used, or whose use is not reported."
      actions={
        reply.data && (
          <LinkButton to="/tenant/$tenantId" params={{ tenantId }}>
            Open the tenant
          </LinkButton>
        )
      }
    >
      {reply.isPending && <PageSpinner text="Computing the cheapest licenses..." />}
      {reply.isLoadingError && <LoadFailed title={FAILED} query={reply} />}
      {reply.isRefetchError && <RereadFailed title={FAILED} message={userMessageOf(reply.error)} />}
      {reply.data && <Loaded tenantId={tenantId} reply={reply.data} />}
    </PageShell>
  )
}

interface LoadedProps {
  tenantId: TenantId
  reply: CallReply<typeof getLicenseProposal>
}

function Loaded({ tenantId, reply: { failure, proposal } }: LoadedProps) {
  if (failure !== null) return <PartNote failure={failure} />
  if (proposal !== null) return <Proposal tenantId={tenantId} proposal={proposal} />
  return (
    <EmptyState
      icon={<MoneyRegular />}
      title="This tenant has not been read yet"
      text="A proposal is computed after the first refresh."
    />
  )
}

interface ProposalProps {
  tenantId: TenantId
  proposal: LicenseProposal
}

function Proposal({ tenantId, proposal }: ProposalProps) {
  const { changes, keptSkus } = proposal
  return (
    <>
      <Summary proposal={proposal} />
      {changes.length === 0 ? (
        <EmptyState
          icon={<MoneyRegular />}
          title="No cheaper licenses were found"
          text="Each person keeps the present licenses, as far as plans and prices are known."
        />
      ) : (
        <>
          <Seats proposal={proposal} />
          <Changes tenantId={tenantId} proposal={proposal} />
        </>
      )}
      {keptSkus.length > 0 && (
        <SectionCard title="Licenses that stay">
          <Text as="p">
            Their price or their service plans are not known:{' '}
            <ForeignText wrap>{keptSkus.map(({ name }) => name).join(', ')}</ForeignText>
          </Text>
        </SectionCard>
      )}
    </>
  )
}

/** Both amounts, which are never added, and what they rest on. */
function Summary({ proposal }: { proposal: LicenseProposal }) {
  const format = useFormat()
  const { now, atRenewal, currency, dataAsOf, useAsOf, isUseConcealed } = proposal
  const money = (amount: number) => format.money(amount, currency)
  const amountsText = ({ before, after, atLeast }: LicenseProposal['now']) =>
    after === atLeast
      ? `${money(after)} in place of ${money(before)}`
      : `${money(after)} in place of ${money(before)}; no proposal can cost less than ${money(atLeast)}`
  const usageText = () => {
    if (isUseConcealed)
      return 'The report conceals names: each plan that people hold counts as used.'
    return useAsOf === null
      ? 'No report: each plan that people hold counts as used.'
      : `Report of ${format.day(useAsOf)}. Any use in its 180 days counts.`
  }
  return (
    <SectionCard title="Cost per month">
      <FactList
        facts={[
          { label: 'At the renewals', value: amountsText(atRenewal) },
          { label: 'Beyond the paid seats, until then', value: amountsText(now) },
          { label: 'Use', value: usageText() },
          { label: 'Data', value: format.dateTime(dataAsOf) },
        ]}
      />
      <Text as="p" variant="caption" muted>
        A plan counts as used when Microsoft does not report its use, such as security, devices,
        Microsoft Entra ID and desktop applications. Accounts younger than 180 days and marked
        accounts keep everything. Seats that are paid until a renewal cost nothing more before it.
      </Text>
    </SectionCard>
  )
}

function Seats({ proposal: { seats } }: { proposal: LicenseProposal }) {
  const format = useFormat()
  const columns = useMemo(() => seatColumns(format), [format])
  return (
    <SectionCard title="What to do">
      <DataTable
        caption="Seats of each license"
        columns={columns}
        rows={seats}
        rowId={({ skuId }) => skuId}
      />
    </SectionCard>
  )
}

function Changes({ tenantId, proposal: { changes, currency } }: ProposalProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const columns = useMemo(() => changeColumns(format, currency), [format, currency])
  const { shown, button } = useShowMore(changes, ROWS_AT_ONCE)
  const count = changes.length === 1 ? '1 change' : `${format.number(changes.length)} changes`
  return (
    <SectionCard
      title={count}
      aside={
        <ExportButton
          hasRows
          save={async () => {
            const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
            const cells = columns.flatMap((column) => column.cells)
            const table = 'license-proposal'
            const saved = {
              name: table,
              table,
              tenantId,
              rows: changes,
              columns: cells,
              timeZone,
            } as const
            return `Exported ${count} to ${saveCsv(saved)}`
          }}
        />
      }
    >
      <DataTable
        caption="Changes of licenses. Savings are per month, at the renewal"
        columns={columns}
        rows={shown}
        rowId={(_, index) => index}
      />
      {button}
    </SectionCard>
  )
}
