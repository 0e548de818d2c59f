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
import type { AdminUser } from '@tenantscope/contract/users'
import { useId, useRef, useState } from 'react'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { passwordProblems } from './new-password.ts'
import { PasswordField } from './password-field.tsx'
import { useSetPassword } from './use-user-changes.ts'
import { nameOf } from './user-words.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '520px' },
  content: { padding: '4px 0 16px' },
  what: { margin: '0 0 16px', color: tokens.colorNeutralForeground2 },
})

interface SetPasswordDialogProps {
  user: AdminUser
  runFresh: RunFresh
  onClose: () => void
}

/** A new password for a local person, who replaces it at the next sign-in. */
export function SetPasswordDialog({ user, runFresh, onClose }: SetPasswordDialogProps) {
  const styles = useStyles()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const set = useSetPassword(user.id, { runFresh, onDone: onClose })
  useFocusOnProblem(form, problems)
  // A refused password is said here.
  const close = () => {
    if (!set.isPending) onClose()
  }
  const submit = () => {
    if (set.isPending || password.trim() === '') return
    const broken = passwordProblems(password)
    if (broken.length > 0) setProblems({ password: broken.join('\n') })
    else set.mutate(password, { onError: (error) => setProblems(bodyProblemsOf(error)) })
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Set New Password</ClosableTitle>
          <DialogContent className={styles.content}>
            <form
              ref={form}
              id={id}
              noValidate
              aria-label="Set New Password"
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <p className={styles.what}>
                <ForeignText wrap>{nameOf(user)}</ForeignText> must choose a new one at the next
                sign-in. The open sessions end.
              </p>
              <PasswordField
                value={password}
                problems={problems['password']}
                isReadOnly={set.isPending}
                onChange={(value) => {
                  setPassword(value)
                  setProblems({})
                }}
              />
            </form>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={set.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={id}
              appearance="primary"
              disabled={password.trim() === ''}
              disabledFocusable={set.isPending}
            >
              {set.isPending ? 'Setting...' : 'Set Password'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
