import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { LinkButton } from '../../ui/app-link.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { TenantFacts } from './tenant-facts.tsx'

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

interface TenantDialogProps {
  /** Stays while the dialog fades out. */
  tenant: TenantListItem | undefined
  isOpen: boolean
  onClose: () => void
}

/** Everything that the table knows about one tenant. */
export function TenantDialog({ tenant, isOpen, onClose }: TenantDialogProps) {
  const styles = useStyles()
  return (
    <Dialog
      open={isOpen && tenant !== undefined}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <DialogSurface className={styles.surface}>
        {tenant && (
          <DialogBody>
            <DialogTitle
              action={
                <Button
                  appearance="subtle"
                  aria-label="Close"
                  icon={<Dismiss20Regular />}
                  onClick={onClose}
                />
              }
            >
              <span className={styles.title}>
                <ForeignText wrap>{tenant.displayName}</ForeignText>
              </span>
            </DialogTitle>
            <DialogContent className={styles.content}>
              <FailureNotice tenant={tenant} />
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
        )}
      </DialogSurface>
    </Dialog>
  )
}
