import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components'
import { useId, useRef, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { bodyProblemsOf } from '../../lib/body-problems.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { fieldProblem } from '../../ui/field-problem.ts'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { EmailField } from './email-field.tsx'
import { emailIn, emailProblem } from './email-text.ts'
import { passwordProblems } from './new-password.ts'
import { PasswordField } from './password-field.tsx'
import { useCreateAdministrator } from './use-user-changes.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '520px' },
  content: { padding: '4px 0 16px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  what: { margin: 0, color: tokens.colorNeutralForeground2 },
  input: { width: '100%', minWidth: 0 },
})

const EMPTY = { username: '', displayName: '', email: '', password: '' }
type Fields = typeof EMPTY

interface AddAdministratorDialogProps {
  runFresh: RunFresh
  onClose: () => void
}

/** A local account is for administrators: it works when Microsoft sign-in does not. */
export function AddAdministratorDialog({ runFresh, onClose }: AddAdministratorDialogProps) {
  const styles = useStyles()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(EMPTY)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const create = useCreateAdministrator(runFresh, onClose)
  useFocusOnProblem(form, problems)
  const change = (changes: Partial<Fields>) => {
    setFields({ ...fields, ...changes })
    setProblems({})
    if (create.isError) create.reset()
  }
  // What is refused is said here.
  const close = () => {
    if (!create.isPending) onClose()
  }
  const submit = () => {
    if (create.isPending) return
    const broken = problemsIn(fields)
    setProblems(broken)
    if (Object.keys(broken).length > 0) return
    create.mutate(
      {
        username: fields.username.trim(),
        displayName: fields.displayName.trim() || null,
        email: emailIn(fields.email),
        password: fields.password,
      },
      { onError: (error) => setProblems(bodyProblemsOf(error)) },
    )
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Add local administrator</ClosableTitle>
          <DialogContent className={styles.content}>
            <form
              ref={form}
              id={id}
              className={styles.form}
              noValidate
              aria-label="Local administrator"
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <p className={styles.what}>
                For when Microsoft sign-in is unavailable. The new administrator sees all tenants,
                and chooses a password of their own at the first sign-in.
              </p>
              {create.isError && Object.keys(problems).length === 0 && (
                <MessageBar intent="error" layout="multiline">
                  <MessageBarBody>
                    <MessageBarTitle>Not added</MessageBarTitle>
                    {userMessageOf(create.error)}
                  </MessageBarBody>
                </MessageBar>
              )}
              <Field label="Username" {...fieldProblem(problems['username'])}>
                <Input
                  className={styles.input}
                  name="username"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={200}
                  readOnly={create.isPending}
                  value={fields.username}
                  onChange={(_, { value }) => change({ username: value })}
                />
              </Field>
              <Field label="Display name (optional)" {...fieldProblem(problems['displayName'])}>
                <Input
                  className={styles.input}
                  name="displayName"
                  autoComplete="off"
                  maxLength={200}
                  readOnly={create.isPending}
                  value={fields.displayName}
                  onChange={(_, { value }) => change({ displayName: value })}
                />
              </Field>
              <EmailField
                label="Email (optional)"
                value={fields.email}
                problem={problems['email']}
                isReadOnly={create.isPending}
                onChange={(email) => change({ email })}
              />
              <PasswordField
                value={fields.password}
                problems={problems['password']}
                isReadOnly={create.isPending}
                onChange={(password) => change({ password })}
              />
            </form>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={create.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={id}
              appearance="primary"
              disabledFocusable={create.isPending}
            >
              {create.isPending ? 'Adding...' : 'Add administrator'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function problemsIn({ username, email, password }: Fields): Record<string, string> {
  const broken = passwordProblems(password)
  const wrongEmail = emailProblem(emailIn(email))
  return {
    ...(username.trim() === '' ? { username: 'Username is required' } : {}),
    ...(wrongEmail === undefined ? {} : { email: wrongEmail }),
    ...(broken.length > 0 ? { password: broken.join('\n') } : {}),
  }
}
