import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { diagnosticsOf } from './diagnostics.ts'
import { FAILURE_REASONS } from './failure-reasons.ts'

const useStyles = makeStyles({
  body: { minWidth: 0, overflowWrap: 'anywhere' },
  line: { margin: '4px 0 0' },
})

interface FailureNoticeProps {
  tenant: TenantListItem
  /** What does the next step. */
  action?: ReactNode
}

/** Why the last attempt to read a tenant failed, what to do, and what support needs. */
export function FailureNotice({ tenant, action }: FailureNoticeProps) {
  const styles = useStyles()
  const format = useFormat()
  const { id, displayName, failure, dataAsOf } = tenant
  if (failure === null) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{FAILURE_REASONS[failure.code]}</MessageBarTitle>
        <p className={styles.line}>{failure.message}</p>
        <p className={styles.line}>
          Last attempt {format.dateTime(failure.at)}.
          {dataAsOf !== null && ` What is shown was read ${format.dateTime(dataAsOf)}.`}
        </p>
      </MessageBarBody>
      <MessageBarActions>
        {action}
        <Button
          size="small"
          icon={<Copy16Regular />}
          onClick={() => void copyText(diagnosticsOf({ id, displayName, failure }))}
        >
          Copy diagnostics
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
