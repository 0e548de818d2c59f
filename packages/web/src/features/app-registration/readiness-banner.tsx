import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'

import { readinessOf } from './readiness.ts'

const useStyles = makeStyles({ body: { overflowWrap: 'anywhere' } })

interface ReadinessBannerProps {
  permissions: readonly CheckedPermission[]
  check: ConsentCheck | null
}

/** Whether the app registration can read what Tenantscope needs, in one sentence. */
export function ReadinessBanner({ permissions, check }: ReadinessBannerProps) {
  const styles = useStyles()
  const { intent, title, text } = readinessOf(permissions, check)
  return (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{title}</MessageBarTitle> {text}
      </MessageBarBody>
    </MessageBar>
  )
}
