import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { signInLocally } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { isPasswordRefused } from '../../lib/second-factor.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCredentialsForm } from '../../ui/form/use-credentials-form.ts'
import { SecondFactorCodeField } from '../../ui/second-factor-code-field.tsx'
import { SignInReason } from './sign-in-reason.tsx'

const useStyles = makeStyles({
  // Content and actions are parts of the dialog's own layout.
  form: { display: 'contents' },
  content: { paddingBlock: '4px 16px' },
})

interface ConfirmationProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** A local account's own password, and the code where it has a second factor. */
export function PasswordConfirmation({ onConfirmed, onCancel }: ConfirmationProps) {
  const styles = useStyles()
  const { username } = useCurrentUser()
  const { form, asksForCode, inputRef } = useCredentialsForm({
    username,
    signIn: signInAgain,
    onSignedIn: onConfirmed,
  })
  const name = asksForCode ? 'code' : 'password'
  const failure = problemOf(form.failure, asksForCode)
  const problem = form.problems[name] ?? failure
  const field = { ...form, problems: problem === undefined ? {} : { [name]: problem } }
  return (
    <Form
      form={form}
      className={styles.form}
      failureText={SHOWN_AT_THE_FIELD}
      actions={
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          <SubmitButton form={form} savingLabel="Checking...">
            Confirm
          </SubmitButton>
        </DialogActions>
      }
    >
      <DialogContent className={styles.content}>
        <SignInReason />
        {/* For password managers, which look for the account beside the password. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {asksForCode ? (
          <SecondFactorCodeField form={field} inputRef={inputRef} />
        ) : (
          <TextField
            form={field}
            name="password"
            label={`Password of ${username}`}
            inputRef={inputRef}
            input={{ type: 'password', autoComplete: 'current-password' }}
          />
        )}
      </DialogContent>
    </Form>
  )
}

const SHOWN_AT_THE_FIELD = () => undefined

async function signInAgain(credentials: CallInput<typeof signInLocally>['body']): Promise<void> {
  const end = beginSigningInAgain()
  try {
    await call(signInLocally, { body: credentials })
  } finally {
    end()
  }
}

function problemOf(error: unknown, isCode: boolean): string | undefined {
  if (error === null) return undefined
  if (!(error instanceof ApiError)) return userMessageOf(error)
  if (isPasswordRefused(error)) return 'This password is not correct.'
  // Of codes the server says what still works.
  if (error.status === 429 && error.retryAfterSeconds !== null && !isCode)
    return `Too many failed sign-ins. Try again in ${waitText(error.retryAfterSeconds)}.`
  return error.userMessage
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
