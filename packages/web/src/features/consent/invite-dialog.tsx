import { makeStyles } from '@fluentui/react-components'
import { CONSENT } from '@tenantscope/contract/limits'

import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { InvitationLinks } from './invitation-links.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '720px' },
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
  text: { margin: 0 },
})

interface InviteDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Invitation links for customers who are not listed yet. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Invite tenant"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <p className={styles.text}>
        For a customer who is not listed yet: make a link and send it to one of their Global
        Administrators. It can be used for {CONSENT.invitationDays} days, by the tenant that
        consents with it first.
      </p>
      <p className={styles.text}>
        The tenant then appears as Pending, consented and waiting for approval. Nothing of it is
        read until an administrator of Tenantscope accepts it.
      </p>
      {isOpen && <InvitationLinks tenantId={null} />}
    </ClosableDialog>
  )
}
