import { Button } from '@fluentui/react-components'
import { CalendarRegular } from '@fluentui/react-icons/svg/calendar'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { monthName } from '@tenantscope/analysis/billing-text'
import { BillingMonth } from '@tenantscope/contract/billing-months'
import type { TenantBillingMonths } from '@tenantscope/contract/billing-months'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'
import { z } from 'zod'

import { tenantBillingQuery } from '../../features/billing-months/billing-months.queries.ts'
import { openMonthText } from '../../features/billing-months/open-month-text.ts'
import { HelpButton } from '../../features/help/help-button.tsx'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useTenantId } from '../../lib/use-tenant-id.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Filters } from '../../ui/filters.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { TenantMonth } from './tenant-month.tsx'
import { TimeZoneDialog } from './time-zone-dialog.tsx'

/** The month, as the address contains it; absent: the latest. */
const MonthSearch = z.object({ month: BillingMonth.optional().catch(undefined) })
export type TenantBillingSearch = z.infer<typeof MonthSearch>

const FAILED = 'Failed to load the billing months of the tenant'
const ALL = { label: 'Billing months', to: '/billing-months' } as const
const LICENSES = { label: 'Licenses', to: '/licenses' } as const

/** The frozen months of one tenant, with who came and went. */
export function TenantBillingPage() {
  const tenantId = useTenantId()
  const billing = useQuery(tenantBillingQuery(tenantId))
  const name = billing.data?.tenantName ?? 'Tenant'
  const crumbs: readonly Crumb[] = [LICENSES, ALL, { label: name }]
  return (
    <PageShell
      title={name}
      view="Billing months"
      titleAside={<HelpButton topic="billing-months" />}
      crumbs={crumbs}
      description="Licensed people at the end of each month, and who came and went."
    >
      {billing.isPending && <PageSpinner text="Loading the billing months..." />}
      {billing.isLoadingError && <LoadFailed title={FAILED} query={billing} />}
      {billing.data && <Loaded tenantId={tenantId} billing={billing.data} />}
    </PageShell>
  )
}

interface LoadedProps {
  tenantId: TenantId
  billing: TenantBillingMonths
}

function Loaded({ tenantId, billing }: LoadedProps) {
  const search: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const { months } = billing
  const month = MonthSearch.parse(search).month ?? months[0]?.month
  const options = months.map((each) => [each.month, monthName(each.month)] as const)
  const choose = (chosen: string) =>
    void navigate({
      to: '/billing-months/$tenantId',
      params: { tenantId },
      search: MonthSearch.parse({ month: chosen || undefined }),
      resetScroll: false,
    })
  return (
    <>
      <NextMonth tenantId={tenantId} billing={billing} />
      {month === undefined ? (
        <EmptyState
          icon={<CalendarRegular />}
          title="No month of this tenant is frozen yet"
          text="The first month is frozen at its end."
        />
      ) : (
        <>
          <Filters onClear={null}>
            <FilterSelect
              label="Month"
              all="Latest month"
              value={month}
              options={
                options.some(([value]) => value === month)
                  ? options
                  : [[month, monthName(month)], ...options]
              }
              onChoose={choose}
            />
          </Filters>
          <TenantMonth key={month} tenantId={tenantId} month={month} />
        </>
      )}
    </>
  )
}

/** When the open month ends, what it rests on so far, and the time zone, which administrators change. */
function NextMonth({ tenantId, billing: { open, timeZone } }: LoadedProps) {
  const format = useFormat()
  const { role } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const zone = timeZone.effective.replaceAll('_', ' ')
  return (
    <SectionCard
      title="Open month"
      aside={role === 'admin' && <Button onClick={() => setIsOpen(true)}>Change time zone</Button>}
    >
      <FactList
        facts={[
          {
            label: 'Next month',
            value:
              open === null
                ? 'None: the tenant is Inactive or awaits approval.'
                : openMonthText(open, format),
          },
          ...(open === null
            ? []
            : [
                {
                  label: 'Last good reading',
                  value:
                    open.readAt === null ? 'None in this month yet' : format.dateTime(open.readAt),
                },
              ]),
          {
            label: 'Time zone',
            value: timeZone.own === null ? `${zone}, as the installation` : zone,
          },
        ]}
      />
      {isOpen && (
        <TimeZoneDialog tenantId={tenantId} timeZone={timeZone} onClose={() => setIsOpen(false)} />
      )}
    </SectionCard>
  )
}
