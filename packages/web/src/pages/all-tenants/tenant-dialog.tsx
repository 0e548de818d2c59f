import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import type { Consenting } from './row-dialogs.tsx'
import { TenantFacts } from './tenant-facts.tsx'
import { TenantNextStep } from './tenant-next-step.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  // Blocks, not grid or flex: both would squeeze the notice where the dialog is low.
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  title: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    minWidth: 0,
    // A name of 200 characters must not push the facts out of the dialog.
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
  },
})

interface TenantDialogProps extends Consenting {
  tenant: TenantListItem
  isOpen: boolean
  onClose: () => void
}

/** Everything that the table knows about one tenant. */
export function TenantDialog(props: TenantDialogProps) {
  const { tenant, isOpen, onClose, consents, isConnected } = props
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>
            <span className={styles.title}>
              <ForeignText wrap>{tenant.displayName}</ForeignText>
            </span>
          </ClosableTitle>
          {/* It scrolls and may hold nothing that takes the focus: the arrow keys need it. */}
          <DialogContent className={styles.content} tabIndex={0}>
            <FailureNotice tenant={tenant} />
            <TenantNextStep
              tenant={tenant}
              consents={consents}
              isConnected={isConnected}
              onDeclined={onClose}
            />
            <TenantFacts tenant={tenant} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <LinkButton
              appearance="primary"
              to="/tenant/$tenantId"
              params={{ tenantId: tenant.id }}
            >
              Open tenant
            </LinkButton>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
