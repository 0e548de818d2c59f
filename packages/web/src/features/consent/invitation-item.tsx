import { Button, Input, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Copy20Regular } from '@fluentui/react-icons/svg/copy'
import type { ConsentState } from '@tenantscope/contract/consent'
import { useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { useRevokeInvitation } from './invitations.queries.ts'
import type { Invitation } from './invitations.queries.ts'

const STATES: Record<ConsentState, { tone: StatusTone; word: string }> = {
  waiting: { tone: 'waiting', word: 'Not used yet' },
  propagating: { tone: 'waiting', word: 'Used, being verified' },
  succeeded: { tone: 'good', word: 'Used' },
  cancelled: { tone: 'warning', word: 'Declined' },
  failed: { tone: 'bad', word: 'Failed' },
  unproven: { tone: 'bad', word: 'Not proven' },
  expired: { tone: 'off', word: 'Expired' },
  revoked: { tone: 'off', word: 'Revoked' },
}

const useStyles = makeStyles({
  item: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', minWidth: 0 },
  quiet: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  link: { display: 'flex', flexWrap: 'wrap', gap: '8px', minWidth: 0 },
  url: { flex: '1 1 240px', minWidth: 0 },
})

interface InvitationItemProps {
  invitation: Invitation
  namesTenant: boolean
}

/** One link: what came of it and, while it can be used, the link itself. */
export function InvitationItem({ invitation, namesTenant }: InvitationItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const { state, displayName, createdBy, createdAt, expiresAt, message, url } = invitation
  const { tone, word } = STATES[state]
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        {namesTenant && (
          <ForeignText wrap>{displayName ?? 'For whoever consents first'}</ForeignText>
        )}
        <StatusLabel tone={tone}>{word}</StatusLabel>
      </div>
      <p className={styles.quiet}>
        Made by {createdBy} on {format.dateTime(createdAt)}.
        {url !== null && ` Can be used until ${format.dateTime(expiresAt)}.`}
        {message !== null && ` ${message}`}
      </p>
      {url !== null && <UsableLink invitation={invitation} url={url} />}
    </li>
  )
}

function UsableLink({ invitation, url }: { invitation: Invitation; url: string }) {
  const styles = useStyles()
  return (
    <div className={styles.link}>
      <Input className={styles.url} aria-label="Invitation link" readOnly value={url} />
      <Button icon={<Copy20Regular />} onClick={() => void copyText(url)}>
        Copy link
      </Button>
      <RevokeButton invitation={invitation} />
    </div>
  )
}

function RevokeButton({ invitation }: { invitation: Invitation }) {
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useRevokeInvitation({ onSettled: () => setIsAsking(false) })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Revoke</Button>
      <ConfirmDialog
        title="Revoke this invitation link?"
        confirmLabel="Revoke"
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutate(invitation.id)}
        onCancel={() => setIsAsking(false)}
      >
        Nobody can consent with it any more. Whoever needs one gets a new link.
      </ConfirmDialog>
    </>
  )
}
