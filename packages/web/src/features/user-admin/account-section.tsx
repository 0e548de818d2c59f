import {
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useId } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { showToast } from '../../lib/toasts.ts'
import { DialogSection } from './dialog-section.tsx'
import { SyncButton } from './sync-button.tsx'
import { useToggleStatus } from './use-user-changes.ts'
import type { UserDetails } from './user-draft.ts'

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  button: { whiteSpace: 'nowrap' },
  // It looks like a button that cannot be used, and says why when it is.
  dimmed: {
    color: tokens.colorNeutralForegroundDisabled,
    ':hover': { color: tokens.colorNeutralForegroundDisabled },
    ':hover:active': { color: tokens.colorNeutralForegroundDisabled },
  },
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

/** What opens over a person's dialog. */
export type OverUser = 'password' | 'activity' | 'disable' | 'secondFactor'

interface AccountSectionProps {
  details: UserDetails
  isSelf: boolean
  runFresh: RunFresh
  onOpen: (over: OverUser) => void
}

/** What can be done with an account at once, without saving. */
export function AccountSection(props: AccountSectionProps) {
  const { details, isSelf, runFresh, onOpen } = props
  const styles = useStyles()
  const { user } = details
  return (
    <DialogSection title="Account">
      <div className={styles.buttons}>
        {user.authMethod === 'microsoft' && <NoPasswordButton />}
        {user.authMethod === 'local' && !isSelf && (
          <OverButton onClick={() => onOpen('password')}>Set Password</OverButton>
        )}
        <OverButton onClick={() => onOpen('activity')}>View Activity Log</OverButton>
        {user.hasSecondFactor && !isSelf && (
          <OverButton onClick={() => onOpen('secondFactor')}>Reset second factor</OverButton>
        )}
        <StatusButton {...props} />
        {user.authMethod === 'microsoft' && <SyncButton userId={user.id} runFresh={runFresh} />}
      </div>
      {isSelf && <p className={styles.note}>Cannot disable your own account</p>}
      {isSelf && user.authMethod === 'local' && (
        <p className={styles.note}>
          Your own password and second factor are changed under My Account.
        </p>
      )}
    </DialogSection>
  )
}

function OverButton({ onClick, children }: { onClick: () => void; children: string }) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button {...restoreFocus} className={styles.button} onClick={onClick}>
      {children}
    </Button>
  )
}

/** Specification section 5: dimmed, and a toast says why. */
function NoPasswordButton() {
  const styles = useStyles()
  const reasonId = useId()
  return (
    <>
      <Button
        className={styles.dimmed}
        aria-describedby={reasonId}
        title={MICROSOFT_PASSWORD}
        onClick={() =>
          showToast({ intent: 'error', title: 'Cannot Reset Password', text: MICROSOFT_PASSWORD })
        }
      >
        Set Password
      </Button>
      <span id={reasonId} hidden>
        {MICROSOFT_PASSWORD}
      </span>
    </>
  )
}

const MICROSOFT_PASSWORD = 'Microsoft users manage passwords through Microsoft 365'

function StatusButton({ details, isSelf, runFresh, onOpen }: AccountSectionProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { user } = details
  const enable = useToggleStatus(user.id, { runFresh, onDone: () => undefined })
  if (isSelf)
    return (
      <Button className={styles.button} disabledFocusable title="Cannot disable your own account">
        Disable Account (Self)
      </Button>
    )
  if (user.isDisabled)
    return (
      <Button
        {...restoreFocus}
        className={styles.button}
        disabledFocusable={enable.isPending}
        onClick={() => enable.mutate({ disabled: false })}
      >
        Enable Account
      </Button>
    )
  return (
    <Button {...restoreFocus} className={styles.button} onClick={() => onOpen('disable')}>
      Disable Account
    </Button>
  )
}
