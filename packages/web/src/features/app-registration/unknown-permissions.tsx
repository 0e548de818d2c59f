import {
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { CheckedPermission } from '@tenantscope/contract/azure'

import { PortalButton } from '../../ui/portal-button.tsx'

const useStyles = makeStyles({ body: { overflowWrap: 'anywhere' } })

interface UnknownPermissionsProps {
  permissions: readonly CheckedPermission[]
  portalUrl: string | null
}

/** Permissions without a name here: somebody has to look what they are for. */
export function UnknownPermissions({ permissions, portalUrl }: UnknownPermissionsProps) {
  const styles = useStyles()
  if (permissions.length === 0) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>Unknown Permissions Detected ({permissions.length})</MessageBarTitle>
        Tenantscope does not ask for {permissions.map(({ value }) => value).join(', ')} and does not
        know what {permissions.length === 1 ? 'it allows' : 'they allow'}.
      </MessageBarBody>
      <MessageBarActions>
        <PortalButton href={portalUrl} size="small">
          Review in Azure Portal
        </PortalButton>
      </MessageBarActions>
    </MessageBar>
  )
}
