import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { resetSecondFactor } from '@tenantscope/contract/users'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { optionLabel } from '../../../ui/option-label.ts'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx'
import { useToggleStatus } from './account-section.tsx'
import type { OverUser } from './account-section.tsx'
import { ActivityDialog } from './activity-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { ManageUser } from './manage-user.tsx'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import { useManageUserForm } from './use-manage-user-form.ts'
import type { UserDetails } from './user-draft.ts'
import { countText, nameOf } from './user-words.ts'
import { rereadUsers, userQuery } from './users.queries.ts'

const useStyles = makeStyles({
  surface: {
    maxWidth: '680px',
    '@media (max-width: 480px)': { width: '100%', maxWidth: '100%' },
  },
  waiting: { minHeight: '320px' },
  text: { margin: '0 0 8px' },
})

/** Shows and changes one user: details, role, tenants and account. */
export function ManageUserDialog({ userId, onClose }: { userId: UserId; onClose: () => void }) {
  const styles = useStyles()
  const details = useQuery(userQuery(userId))
  const [over, setOver] = useState<OverUser | null>(null)
  const { data } = details
  const form = useManageUserForm(userId, data)
  const { unlessDirty, question } = useDiscardQuestion(form.editState, {
    text: 'Your changes to this user are not saved yet.',
  })
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <ClosableTitle onClose={requestClose}>Manage User</ClosableTitle>
            {data ? (
              <ManageUser details={data} form={form} onOpen={setOver} onClose={requestClose} />
            ) : (
              <>
                <DialogContent className={styles.waiting}>
                  {details.isPending ? (
                    <PageSpinner text="Loading the user..." />
                  ) : (
                    <LoadFailed
                      title="Failed to load the user"
                      query={details}
                      retryLabel="Retry"
                    />
                  )}
                </DialogContent>
                <DialogActions>
                  <Button onClick={onClose}>Close</Button>
                </DialogActions>
              </>
            )}
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {data && (
        <OverUserDialogs
          details={data}
          over={over}
          onClose={() => setOver(null)}
          onDeleted={onClose}
        />
      )}
      {question}
    </>
  )
}

interface OverUserDialogsProps {
  details: UserDetails
  over: OverUser | null
  onClose: () => void
  onDeleted: () => void
}

function OverUserDialogs({ details, over, onClose, onDeleted }: OverUserDialogsProps) {
  const { user } = details
  return (
    <>
      {over === 'password' && <SetPasswordDialog user={user} onClose={onClose} />}
      {over === 'delete' && (
        <DeleteUserDialog details={details} onClose={onClose} onDeleted={onDeleted} />
      )}
      {over === 'activity' && <ActivityDialog user={user} onClose={onClose} />}
      <DisableQuestion details={details} isOpen={over === 'disable'} onClose={onClose} />
      <SecondFactorQuestion details={details} isOpen={over === 'secondFactor'} onClose={onClose} />
    </>
  )
}

interface QuestionProps {
  details: UserDetails
  isOpen: boolean
  onClose: () => void
}

/** Asks before an account is disabled, and says what ends with it. */
function DisableQuestion({ details, isOpen, onClose }: QuestionProps) {
  const styles = useStyles()
  const { user, sessions, openShares } = details
  const [keepShares, setKeepShares] = useState(false)
  const disable = useToggleStatus(user.id, onClose)
  return (
    <ConfirmDialog
      title="Disable this account?"
      confirmLabel="Disable Account"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={disable.isPending}
      onConfirm={() => disable.mutate({ disabled: true, keepShares })}
      onCancel={onClose}
    >
      <p className={styles.text}>
        <ForeignText wrap>{nameOf(user)}</ForeignText> cannot sign in until the account is enabled
        again. {sessionsText(sessions)}
      </p>
      {openShares > 0 && (
        <>
          <p className={styles.text}>{sharesText(openShares, keepShares)}</p>
          <Checkbox
            label={optionLabel('Keep their share links open')}
            checked={keepShares}
            onChange={(_, { checked }) => setKeepShares(checked === true)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function sessionsText(sessions: number): string {
  if (sessions === 0) return 'This account has no open sessions.'
  return sessions === 1
    ? 'The open session ends immediately.'
    : `The ${countText(sessions, 'open session')} end immediately.`
}

function sharesText(openShares: number, areKept: boolean): string {
  const links = countText(openShares, 'open share link')
  if (openShares === 1) return `${links} of this user ${areKept ? 'stays open' : 'ends'}.`
  return `${links} of this user ${areKept ? 'stay open' : 'end'}.`
}

function SecondFactorQuestion({ details: { user }, isOpen, onClose }: QuestionProps) {
  const client = useQueryClient()
  const reset = useMutation({
    mutationFn: () => runFresh(() => call(resetSecondFactor, { params: { userId: user.id } })),
    onSuccess: async ({ message }) => {
      await rereadUsers(client)
      onClose()
      showToast({ intent: 'success', title: 'Second factor reset', text: message })
    },
    onError: async (error) => {
      failureToast('Reset Failed')(error)
      await rereadUsers(client)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Reset the second factor?"
      confirmLabel="Reset second factor"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={reset.isPending}
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    >
      <ForeignText wrap>{nameOf(user)}</ForeignText> signs in with the password alone until a new
      second factor is set up. All open sessions of this account end. Its recovery codes stop
      working.
    </ConfirmDialog>
  )
}
