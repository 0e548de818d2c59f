import {
  Button,
  DialogActions,
  DialogContent,
  Field,
  Input,
  makeStyles,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { signInLocally } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { useEffect, useState } from 'react'
import type { SubmitEvent } from 'react'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { isPasswordRefused, wantsSecondFactor } from '../../lib/second-factor.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { SecondFactorCodeField } from '../../ui/second-factor-code-field.tsx'
import { SignInReason } from './sign-in-reason.tsx'

const useStyles = makeStyles({
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
  const [password, setPassword] = useState('')
  // Null as long as the server has not asked for one.
  const [code, setCode] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  // The field that is to be filled in now.
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const signIn = useMutation({
    mutationFn: () => signInAgain({ username, password, ...(code === null ? {} : { code }) }),
    onSuccess: onConfirmed,
    onError: (error) => {
      if (wantsSecondFactor(error)) setCode('')
      // The password was changed between the two steps.
      else if (isPasswordRefused(error)) setCode(null)
    },
  })
  // Disabled while the server decides, the field has lost the focus; or it is another one now.
  useEffect(() => {
    if (!signIn.isError) return
    input?.focus()
    input?.select()
  }, [signIn.isError, input])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The form that asked for this is its parent, though not in the page.
    event.stopPropagation()
    const isEmpty = (code ?? password).trim() === ''
    setIsMissing(isEmpty)
    if (isEmpty) input?.focus()
    else if (!signIn.isPending) signIn.mutate()
  }
  const edit = (write: () => void) => {
    write()
    setIsMissing(false)
    signIn.reset()
  }
  const missing = code === null ? 'Password is required' : 'Code is required'
  const problem = isMissing ? missing : problemOf(signIn.error, code !== null)
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <DialogContent className={styles.content}>
        <SignInReason />
        {/* For password managers, which look for the account beside the password. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {code === null ? (
          <Field label={`Password of ${username}`} {...fieldProblem(problem)}>
            <Input
              ref={setInput}
              type="password"
              autoComplete="current-password"
              disabled={signIn.isPending}
              value={password}
              onChange={(_, { value }) => edit(() => setPassword(value))}
            />
          </Field>
        ) : (
          <SecondFactorCodeField
            value={code}
            onChange={(value) => edit(() => setCode(value))}
            problem={problem}
            isDisabled={signIn.isPending}
            inputRef={setInput}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" appearance="primary" disabledFocusable={signIn.isPending}>
          {signIn.isPending ? 'Checking...' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  )
}

async function signInAgain(credentials: CallInput<typeof signInLocally>['body']): Promise<void> {
  const end = beginSigningInAgain()
  try {
    await call(signInLocally, { body: credentials })
  } finally {
    end()
  }
}

function problemOf(error: unknown, isCode: boolean): string | undefined {
  if (error === null || wantsSecondFactor(error)) return undefined
  if (!(error instanceof ApiError)) return userMessageOf(error)
  if (isPasswordRefused(error)) return 'This password is not right.'
  // Of codes the server says what still works.
  if (error.status === 429 && error.retryAfterSeconds !== null && !isCode)
    return `Too many failed sign-ins. Try again in ${waitText(error.retryAfterSeconds)}.`
  return error.userMessage
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
