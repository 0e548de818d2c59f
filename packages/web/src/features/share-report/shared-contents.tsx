import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
} from '@fluentui/react-components'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import { useFormat } from '../../lib/preferences.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { DataAsOf } from '../../ui/data-as-of.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { bringIntoSight } from './bring-into-sight.ts'
import { contentsText } from './contents-text.ts'
import type { SharedSelection } from './use-shared-selection.ts'

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '16px' },
  contents: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
})

interface SharedContentsProps {
  tenant: ReportTenant
  shared: SharedSelection
  /** What the server says of the selection. */
  problem: string | undefined
  onChoose?: () => void
}

/** What a link would show: which report, of whom, and how much. */
export function SharedContents({ tenant, shared, problem, onChoose }: SharedContentsProps) {
  const styles = useStyles()
  return (
    <div className={styles.section}>
      {problem !== undefined && (
        <MessageBar ref={bringIntoSight} intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>This selection cannot be shared</MessageBarTitle>
            {problem}
          </MessageBarBody>
        </MessageBar>
      )}
      <NotShareable shared={shared} />
      <FactList
        facts={[
          { label: 'Report', value: REPORT_TYPE_NAMES['user-license'] },
          { label: 'Tenant', value: <ForeignText wrap>{tenant.displayName}</ForeignText> },
          {
            label: 'Contents',
            value: (
              <span className={styles.contents}>
                <Contents shared={shared} />
                {onChoose && (
                  <Button size="small" onClick={onChoose}>
                    Choose licenses and people…
                  </Button>
                )}
              </span>
            ),
          },
          { label: 'Data', value: <DataAsOf at={tenant.dataAsOf} prefix="As of" /> },
        ]}
      />
    </div>
  )
}

function Contents({ shared }: { shared: SharedSelection }) {
  const format = useFormat()
  if (shared.state === 'loading')
    return <Spinner size="tiny" label="Counting licenses and people..." labelPosition="after" />
  if (shared.state !== 'ready') return 'Nothing'
  const { licenseIds, userIds } = shared.selection
  return contentsText({ licenses: licenseIds.length, people: userIds.length }, format)
}

function NotShareable({ shared }: { shared: SharedSelection }) {
  if (shared.state === 'nothing')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>Nothing to share</MessageBarTitle>
          {shared.message}
        </MessageBarBody>
      </MessageBar>
    )
  if (shared.state !== 'failed') return null
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Licenses and people could not be loaded</MessageBarTitle>
        {shared.message}
        {shared.requestId !== null && ` Request ID: ${shared.requestId}`}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={shared.retry}>
          Try again
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
