import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { CalendarClock20Regular } from '@fluentui/react-icons/svg/calendar-clock'
import { Link20Regular } from '@fluentui/react-icons/svg/link'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { ReportDialogs } from './report-dialogs.tsx'
import type { ReportDialog } from './report-dialogs.tsx'
import { RunReportButton } from './run-report-button.tsx'

/** What can be done with reports of the tenant; viewers only run them. */
export function ReportButtons({ tenant }: { tenant: TenantListItem }) {
  const { role } = useCurrentUser()
  const [opened, setOpened] = useState<ReportDialog | null>(null)
  const restoreFocus = useRestoreFocusTarget()
  return (
    <>
      <RunReportButton tenant={tenant} appearance="primary" />
      {roleReaches(role, 'technician') && (
        <>
          <Button
            {...restoreFocus}
            icon={<Link20Regular />}
            onClick={() => setOpened({ kind: 'share' })}
          >
            Share report
          </Button>
          <Button
            {...restoreFocus}
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
