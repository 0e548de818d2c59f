import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import type { ButtonProps } from '@fluentui/react-components'
import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { ReportDialogs } from './report-dialogs.tsx'
import type { ReportDialog } from './report-dialogs.tsx'

interface RunReportButtonProps {
  tenant: TenantListItem
  appearance?: ButtonProps['appearance']
}

/** Begins a report; absent while nothing was read that could be reported. */
export function RunReportButton({ tenant, appearance = 'secondary' }: RunReportButtonProps) {
  const [opened, setOpened] = useState<ReportDialog | null>(null)
  const restoreFocus = useRestoreFocusTarget()
  if (tenant.dataAsOf === null) return null
  return (
    <>
      <Button
        {...restoreFocus}
        appearance={appearance}
        icon={<DocumentData20Regular />}
        onClick={() => setOpened({ kind: 'wizard' })}
      >
        Run report
      </Button>
      <ReportDialogs tenant={tenant} opened={opened} onOpen={setOpened} />
    </>
  )
}
