import { Checkbox, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { useToggleStatus } from './use-user-changes.ts'
import type { UserDetails } from './user-draft.ts'
import { countText, nameOf } from './user-words.ts'

const useStyles = makeStyles({ text: { margin: '0 0 8px' } })

interface DisableQuestionProps {
  details: UserDetails
  isOpen: boolean
  runFresh: RunFresh
  onClose: () => void
}

/** Says what a disabled account loses before it does. */
export function DisableQuestion({ details, isOpen, runFresh, onClose }: DisableQuestionProps) {
  const styles = useStyles()
  const { user, sessions, openShares } = details
  const [keepShares, setKeepShares] = useState(false)
  const disable = useToggleStatus(user.id, { runFresh, onDone: onClose })
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
            label="Keep their share links open"
            checked={keepShares}
            onChange={(_, { checked }) => setKeepShares(checked === true)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function sessionsText(sessions: number): string {
  if (sessions === 0) return 'Nobody is signed in with it now.'
  return sessions === 1
    ? 'The open session ends at once.'
    : `The ${countText(sessions, 'open session')} end at once.`
}

function sharesText(openShares: number, areKept: boolean): string {
  const links = countText(openShares, 'open share link')
  if (openShares === 1) return `${links} of theirs ${areKept ? 'goes on opening' : 'ends'}.`
  return `${links} of theirs ${areKept ? 'go on opening' : 'end'}.`
}
