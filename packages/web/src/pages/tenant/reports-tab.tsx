import { Button } from '@fluentui/react-components'
import { CalendarClock20Regular } from '@fluentui/react-icons/svg/calendar-clock'
import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { Link20Regular } from '@fluentui/react-icons/svg/link'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ReportSnapshotId } from '@tenantscope/contract/ids'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'
import { Suspense, useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { SectionCard } from '../../ui/section-card.tsx'

const ReportSnapshots = lazyPart(
  async () => (await import('./snapshots/report-snapshots.tsx')).ReportSnapshots,
)
const ReportComparisonView = lazyPart(
  async () => (await import('./snapshots/report-comparison-view.tsx')).ReportComparisonView,
)

/** The reports of the tenant, or the comparison of the two in the address. */
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
          buttons={<ReportButtons tenant={tenant} isTab />}
          onCompare={([one, other]) => show(`${one},${other}`)}
        />
      )}
    </Suspense>
  )
}

interface ReportButtonsProps {
  tenant: TenantListItem
  /** Whether reports can also be shared and scheduled here, which requires a technician. */
  isTab?: boolean
}

/** The actions for reports of the tenant; a report requires data. */
export function ReportButtons({ tenant, isTab = false }: ReportButtonsProps) {
  const { role } = useCurrentUser()
  const [opened, setOpened] = useState<ReportDialog | null>(null)
  return (
    <>
      {tenant.dataAsOf !== null && (
        <Button
          {...RETURNS_FOCUS}
          appearance={isTab ? 'primary' : 'secondary'}
          icon={<DocumentData20Regular />}
          onClick={() => setOpened({ kind: 'wizard' })}
        >
          Run report
        </Button>
      )}
      {isTab && roleReaches(role, 'technician') && (
        <>
          <Button
            {...RETURNS_FOCUS}
            icon={<Link20Regular />}
            onClick={() => setOpened({ kind: 'share' })}
          >
            Share report
          </Button>
          <Button
            {...RETURNS_FOCUS}
            icon={<CalendarClock20Regular />}
            onClick={() => setOpened({ kind: 'schedules' })}
          >
            Schedule
          </Button>
        </>
      )}
      <ReportDialogs tenant={tenant} opened={opened} onOpen={setOpened} />
    </>
  )
}

/** The two reports in the address; undefined where it does not name two different ones. */
export function comparedIn(
  compare: string | undefined,
): readonly [ReportSnapshotId, ReportSnapshotId] | undefined {
  const [one, other, ...rest] = (compare ?? '')
    .split(',')
    .map((id) => ReportSnapshotId.safeParse(id).data)
  if (one === undefined || other === undefined || one === other || rest.length > 0) return undefined
  return [one, other]
}

const ReportWizardDialog = lazyPart(
  async () =>
    (await import('../../features/report-wizard/report-wizard-dialog.tsx')).ReportWizardDialog,
)
const ShareReportDialog = lazyPart(
  async () =>
    (await import('../../features/share-report/share-report-dialog.tsx')).ShareReportDialog,
)

const ScheduledReportsDialog = lazyPart(
  async () =>
    (await import('../../features/scheduled-reports/scheduled-reports-dialog.tsx'))
      .ScheduledReportsDialog,
)

const FreshSignIn = lazyPart(
  async () => (await import('../../features/fresh-sign-in/fresh-sign-in.tsx')).FreshSignIn,
)

type ReportDialog =
  | { kind: 'wizard' }
  /** Without an order everything that can be reported is shared. */
  | { kind: 'share'; order?: ReportOrder }
  | { kind: 'schedules' }

interface ReportDialogsProps {
  tenant: TenantListItem
  opened: ReportDialog | null
  onOpen: (dialog: ReportDialog | null) => void
}

/** The dialogs for reports of the tenant; the wizard and the sharing dialog can open each other. */
function ReportDialogs({ tenant, opened, onOpen }: ReportDialogsProps) {
  const { role } = useCurrentUser()
  const mayShare = roleReaches(role, 'technician')
  if (opened === null) return null
  return (
    <LaterPart>
      {opened.kind === 'wizard' && (
        <ReportWizardDialog
          tenant={tenant}
          onClose={() => onOpen(null)}
          {...(mayShare && {
            onShare: (order) => onOpen({ kind: 'share', order }),
          })}
        />
      )}
      {opened.kind === 'share' && (
        <>
          <ShareReportDialog
            tenant={tenant}
            {...(opened.order && { order: opened.order })}
            onChoose={() => onOpen({ kind: 'wizard' })}
            onClose={() => onOpen(null)}
          />
          <FreshSignIn />
        </>
      )}
      {opened.kind === 'schedules' && (
        <ScheduledReportsDialog tenantId={tenant.id} onClose={() => onOpen(null)} />
      )}
    </LaterPart>
  )
}
