import {
  AnnounceProvider,
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { zodResolver } from '@hookform/resolvers/zod'
import { signInLocally } from '@tenantscope/contract/auth'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'

import { ApiError } from '../../lib/api-error.ts'
import { useLocalSignIn } from './use-local-sign-in.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '16px 4px' },
  note: { color: tokens.colorNeutralForeground3 },
})

/** The message bar keeps silent: its alert has said the same already. */
const SAID_BY_THE_ALERT = { announce: () => undefined }

/** Username and password of a local account. */
export function LocalSignInForm() {
  const styles = useStyles()
  const { attempt, signIn } = useLocalSignIn()
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(signInLocally.body),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  const isPending = attempt.state === 'pending'
  const isError = attempt.state === 'failed'
  // Disabled while the server decides, the fields have lost the focus.
  useEffect(() => {
    if (isError) setFocus('password', { shouldSelect: true })
  }, [isError, setFocus])
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(signIn)(event)}>
      {attempt.state === 'failed' && (
        <div role="alert">
          <AnnounceProvider value={SAID_BY_THE_ALERT}>
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>{failureText(attempt.error)}</MessageBarBody>
            </MessageBar>
          </AnnounceProvider>
        </div>
      )}
      <Field label="Username" {...problem(errors.username?.message)}>
        <Input
          {...register('username')}
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          disabled={isPending}
        />
      </Field>
      <Field label="Password" {...problem(errors.password?.message)}>
        <Input
          {...register('password')}
          type="password"
          placeholder="Enter your password"
          autoComplete="current-password"
          disabled={isPending}
        />
      </Field>
      <Button
        type="submit"
        disabled={isPending}
        {...(isPending ? { icon: <Spinner size="tiny" aria-label="Signing in" /> } : {})}
      >
        Sign in with Local Account
      </Button>
      <Text size={200} className={styles.note}>
        Local accounts are only available to administrators.
      </Text>
    </form>
  )
}

function problem(message: string | undefined) {
  return message === undefined
    ? {}
    : { validationState: 'error' as const, validationMessage: message }
}

/** The server's own sentence, else the specification's (section 8). */
function failureText(error: unknown): string {
  return (error instanceof ApiError ? error.body?.message : undefined) ?? 'Login failed'
}
