import { Button, Select, Spinner } from '@fluentui/react-components'
import { REPORT_TYPE_NAMES, ReportType } from '@tenantscope/contract/report-document'

import { useFormat } from '../../lib/preferences.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { orderText } from './share-status.ts'
import type { SharedSelection } from './use-shared-selection.ts'

interface SharedContentsProps {
  tenant: ReportTenant
  shared: SharedSelection
  reportType: ReportType
  /** Absent where the report was chosen before. */
  onType?: (reportType: ReportType) => void
  /** The server's problem with the selection. */
  problem: string | undefined
  onChoose?: () => void
}

/** The contents of a link: the report, its tenant and its size. */
export function SharedContents(props: SharedContentsProps) {
  const { tenant, shared, reportType, problem, onChoose } = props
  return (
    <Stack gap={16}>
      {problem !== undefined && (
        <Notice ref={bringIntoSight} intent="error" title="This selection cannot be shared">
          {problem}
        </Notice>
      )}
      <NotShareable shared={shared} />
      <FactList
        facts={[
          { label: 'Report', value: <TypeChoice {...props} /> },
          { label: 'Tenant', value: <ForeignText wrap>{tenant.displayName}</ForeignText> },
          {
            label: 'Contents',
            value: (
              <Stack as="span" row wrap gap={16} lineGap={4} align="center">
                <Contents shared={shared} />
                {onChoose && (
                  <Button size="small" onClick={onChoose}>
                    {CHOOSE_LABELS[reportType]}
                  </Button>
                )}
              </Stack>
            ),
          },
          { label: 'Data', value: <DataAsOf at={tenant.dataAsOf} prefix="As of" /> },
        ]}
      />
    </Stack>
  )
}

const CHOOSE_LABELS: Record<ReportType, string> = {
  'user-license': 'Choose licenses and users…',
  posture: 'Choose checks…',
  savings: 'Choose licenses…',
}

/** The type of the report, as a list where it can still be chosen. */
function TypeChoice({ reportType, onType }: Pick<SharedContentsProps, 'reportType' | 'onType'>) {
  if (onType === undefined) return REPORT_TYPE_NAMES[reportType]
  return (
    <Select
      aria-label="Report"
      value={reportType}
      onChange={(_, { value }) => {
        const chosen = ReportType.options.find((type) => type === value)
        if (chosen) onType(chosen)
      }}
    >
      {ReportType.options.map((type) => (
        <option key={type} value={type}>
          {REPORT_TYPE_NAMES[type]}
        </option>
      ))}
    </Select>
  )
}

function Contents({ shared }: { shared: SharedSelection }) {
  const format = useFormat()
  if (shared.state === 'loading')
    return <Spinner size="tiny" label="Counting licenses and users..." labelPosition="after" />
  if (shared.state !== 'ready') return 'Nothing'
  return orderText(shared.order, format)
}

function NotShareable({ shared }: { shared: SharedSelection }) {
  if (shared.state === 'nothing')
    return (
      <Notice intent="warning" title="Nothing to share">
        {shared.message}
      </Notice>
    )
  if (shared.state !== 'failed') return null
  return (
    <Notice
      intent="error"
      title="Licenses and users could not be loaded"
      action={{ label: 'Try again', onClick: shared.retry }}
    >
      {shared.message}
      {shared.requestId !== null && ` Request ID: ${shared.requestId}`}
    </Notice>
  )
}

/** A ref that scrolls an element into view when it appears in a long form. */
export function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
