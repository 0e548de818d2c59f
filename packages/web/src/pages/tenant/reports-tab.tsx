import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { Suspense } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { comparedIn } from './compared-reports.ts'
import { ReportButtons } from './report-buttons.tsx'

const ReportSnapshots = lazyPart(
  async () =>
    (await import('../../features/report-snapshots/report-snapshots.tsx')).ReportSnapshots,
)
const ReportComparisonView = lazyPart(
  async () =>
    (await import('../../features/report-snapshots/report-comparison-view.tsx'))
      .ReportComparisonView,
)

/** The reports that were made of the tenant, or two of them compared; which two stands in the address. */
export function ReportsTab({ details }: { details: TenantDetails }) {
  const { compare } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { tenant } = details
  const compared = comparedIn(compare)
  const show = (pair: string | undefined) =>
    void navigate({
      to: '/tenant/$tenantId',
      params: { tenantId: tenant.id },
      search: { tab: 'reports', compare: pair },
      resetScroll: false,
    })
  return (
    <Suspense
      fallback={
        <SectionCard title="Reports">
          <PageSpinner text="Loading reports..." />
        </SectionCard>
      }
    >
      {compared ? (
        <ReportComparisonView
          tenantId={tenant.id}
          compared={compared}
          onLeave={() => show(undefined)}
        />
      ) : (
        <ReportSnapshots
          tenantId={tenant.id}
          buttons={<ReportButtons tenant={tenant} />}
          onCompare={([one, other]) => show(`${one},${other}`)}
        />
      )}
    </Suspense>
  )
}
