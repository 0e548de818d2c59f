import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { syncUser, toggleUserStatus } from '@tenantscope/contract/users'
import { useId } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { LinkButton } from '../../../ui/app-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { DialogSection } from './dialog-section.tsx'
import type { UserDetails } from './user-draft.ts'
import { rereadUsers } from './users.queries.ts'

const useStyles = makeStyles({
  button: { whiteSpace: 'nowrap' },
  // It looks disabled; a click shows the reason.
  dimmed: {
    color: tokens.colorNeutralForegroundDisabled,
    ':hover': { color: tokens.colorNeutralForegroundDisabled },
    ':hover:active': { color: tokens.colorNeutralForegroundDisabled },
  },
  // Below all buttons of the row.
  bar: { flexBasis: '100%', order: 1 },
  changes: { margin: '4px 0 0', paddingInlineStart: '20px' },
})

/** A dialog over the user's dialog. */
export type OverUser = 'password' | 'activity' | 'disable' | 'secondFactor' | 'delete'

interface AccountSectionProps {
  details: UserDetails
  isSelf: boolean
  onOpen: (over: OverUser) => void
}

/** Actions on the account that take effect without saving the form. */
export function AccountSection(props: AccountSectionProps) {
  const { details, isSelf, onOpen } = props
  const { user } = details
  return (
    <DialogSection title="Account">
      <Stack row wrap gap={8}>
        {user.authMethod === 'microsoft' && <NoPasswordButton />}
        {user.authMethod === 'local' && !isSelf && (
          <OverButton onClick={() => onOpen('password')}>Set Password</OverButton>
        )}
        <OverButton onClick={() => onOpen('activity')}>View Activity Log</OverButton>
        {user.hasSecondFactor && !isSelf && (
          <OverButton onClick={() => onOpen('secondFactor')}>Reset second factor</OverButton>
        )}
        <StatusButton {...props} />
        <DeleteButton {...props} />
        {user.authMethod === 'microsoft' && <SyncButton userId={user.id} />}
      </Stack>
      {isSelf && (
        <Text as="p" variant="caption" muted>
          Cannot disable your own account
        </Text>
      )}
      {isSelf && user.authMethod === 'local' && (
        <Text as="p" variant="caption" muted>
          Your own password and second factor are changed under My Account.
        </Text>
      )}
    </DialogSection>
  )
}

function OverButton({ onClick, children }: { onClick: () => void; children: string }) {
  const styles = useStyles()
  return (
    <Button {...RETURNS_FOCUS} className={styles.button} onClick={onClick}>
      {children}
    </Button>
  )
}

/** Nothing for the own account, which another administrator deletes. */
function DeleteButton({ isSelf, onOpen }: AccountSectionProps) {
  return isSelf ? null : <OverButton onClick={() => onOpen('delete')}>Delete account</OverButton>
}

/** A dimmed button whose click shows the reason as a toast (specification section 5). */
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

function StatusButton({ details: { user }, isSelf, onOpen }: AccountSectionProps) {
  const styles = useStyles()
  const enable = useToggleStatus(user.id)
  if (isSelf)
    return (
      <Button className={styles.button} disabledFocusable title="Cannot disable your own account">
        Disable Account (Self)
      </Button>
    )
  if (!user.isDisabled)
    return <OverButton onClick={() => onOpen('disable')}>Disable Account</OverButton>
  return (
    <ActionButton
      {...RETURNS_FOCUS}
      className={styles.button}
      isBusy={enable.isPending}
      onClick={() => enable.mutate({ disabled: false })}
    >
      Enable account
    </ActionButton>
  )
}

/** Disables an account, or enables it again. `onDone` is called after the users were read again. */
export function useToggleStatus(userId: UserId, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { disabled: boolean; keepShares?: boolean }) =>
      runFresh(() => call(toggleUserStatus, { params: { userId }, body })),
    onSuccess: async ({ message }, { disabled }) => {
      await rereadUsers(client)
      onDone?.()
      showToast({
        intent: 'success',
        title: disabled ? 'Account disabled' : 'Account enabled',
        text: message,
      })
    },
    onError: async (error) => {
      failureToast('Update Failed')(error)
      await rereadUsers(client)
      onDone?.()
    },
  })
}

/** Reads the user at Microsoft and lists the changes below the row of buttons. */
function SyncButton({ userId }: { userId: UserId }) {
  const styles = useStyles()
  const client = useQueryClient()
  const sync = useMutation({
    mutationFn: () => runFresh(() => call(syncUser, { params: { userId } })),
    onSettled: () => rereadUsers(client),
  })
  return (
    <>
      <ActionButton
        isBusy={sync.isPending}
        busyLabel="Reading from Microsoft..."
        {...(sync.isPending ? { icon: <Spinner size="tiny" aria-hidden /> } : {})}
        onClick={() => sync.mutate()}
      >
        Sync from M365
      </ActionButton>
      <div className={styles.bar} aria-live="polite">
        {sync.isSuccess && <Synced changes={sync.data.changes} />}
        {sync.isError && (
          <Notice
            intent="error"
            title="Not synced"
            actions={<LinkButton to="/azure-config">Check Permissions</LinkButton>}
          >
            {userMessageOf(sync.error)}
          </Notice>
        )}
      </div>
    </>
  )
}

function Synced({ changes }: { changes: readonly string[] }) {
  const styles = useStyles()
  return (
    <Notice intent="success" title="Read at Microsoft">
      {changes.length === 0 ? (
        'Nothing has changed.'
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
