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
import { useEffect, useState } from 'react'
import type { SubmitEvent } from 'react'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { SignInReason } from './sign-in-reason.tsx'

const useStyles = makeStyles({
  form: { display: 'contents' },
  content: { paddingBlock: '4px 16px' },
})

interface ConfirmationProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** A local account's own password. */
export function PasswordConfirmation({ onConfirmed, onCancel }: ConfirmationProps) {
  const styles = useStyles()
  const { username } = useCurrentUser()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const signIn = useMutation({
    mutationFn: () => signInAgain({ username, password }),
    onSuccess: onConfirmed,
  })
  // Disabled while the server decides, the field has lost the focus.
  useEffect(() => {
    if (!signIn.isError) return
    input?.focus()
    input?.select()
  }, [signIn.isError, input])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The form that asked for this is its parent, though not in the page.
    event.stopPropagation()
    setIsMissing(password === '')
    if (password === '') input?.focus()
    else if (!signIn.isPending) signIn.mutate()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <DialogContent className={styles.content}>
        <SignInReason />
        {/* For password managers, which look for the account beside the password. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field
          label={`Password of ${username}`}
          {...fieldProblem(problemOf(isMissing, signIn.error))}
        >
          <Input
            ref={setInput}
            type="password"
            autoComplete="current-password"
            disabled={signIn.isPending}
            value={password}
            onChange={(_, { value }) => {
              setPassword(value)
              setIsMissing(false)
              signIn.reset()
            }}
          />
        </Field>
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

async function signInAgain(credentials: { username: string; password: string }): Promise<void> {
  const end = beginSigningInAgain()
  try {
    await call(signInLocally, { body: credentials })
  } finally {
    end()
  }
}

function problemOf(isMissing: boolean, error: unknown): string | undefined {
  if (isMissing) return 'Password is required'
  if (error === null) return undefined
  if (!(error instanceof ApiError)) return userMessageOf(error)
  if (error.body?.code === 'WRONG_CREDENTIALS') return 'This password is not right.'
  if (error.status === 429 && error.retryAfterSeconds !== null)
    return `Too many failed sign-ins. Try again in ${waitText(error.retryAfterSeconds)}.`
  return error.userMessage
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
