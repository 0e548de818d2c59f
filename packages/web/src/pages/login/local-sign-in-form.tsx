import { Button, Field, Input, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { zodResolver } from '@hookform/resolvers/zod'
import { signInLocally } from '@tenantscope/contract/auth'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'

import { CodeStep } from './code-step.tsx'
import { SignInAlert } from './sign-in-alert.tsx'
import { useLocalSignIn } from './use-local-sign-in.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '16px 4px' },
  note: { color: tokens.colorNeutralForeground3 },
})

/** Username and password of a local account, then the code where it has a second factor. */
export function LocalSignInForm() {
  const { proven, ...signIn } = useLocalSignIn()
  if (proven !== null) return <CodeStep {...signIn} credentials={proven} />
  return <PasswordStep {...signIn} />
}

function PasswordStep({
  attempt,
  signIn,
}: Pick<ReturnType<typeof useLocalSignIn>, 'attempt' | 'signIn'>) {
  const styles = useStyles()
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
      {attempt.state === 'failed' && <SignInAlert error={attempt.error} />}
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
