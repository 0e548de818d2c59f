import { Button, makeStyles, Spinner, Text } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import type { SubmitEvent } from 'react'

import { SecondFactorCodeField } from '../../ui/second-factor-code-field.tsx'
import { SignInAlert } from './sign-in-alert.tsx'
import type { useLocalSignIn } from './use-local-sign-in.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '16px 4px' },
})

type SignIn = ReturnType<typeof useLocalSignIn>

interface CodeStepProps extends Pick<SignIn, 'attempt' | 'signIn' | 'startOver'> {
  credentials: NonNullable<SignIn['proven']>
}

/** The second step of an account with a second factor. */
export function CodeStep({ credentials, attempt, signIn, startOver }: CodeStepProps) {
  const styles = useStyles()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const isPending = attempt.state === 'pending'
  // The step takes the place of the password, and gets the focus back when the server has decided.
  useEffect(() => {
    if (isPending) return
    input?.focus()
    input?.select()
  }, [isPending, input])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = code.trim()
    setIsMissing(given === '')
    if (given === '') input?.focus()
    else void signIn({ ...credentials, code: given })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {attempt.state === 'failed' && <SignInAlert error={attempt.error} />}
      <Text>
        The password of <strong>{credentials.username}</strong> is right. Now confirm with your
        second factor.
      </Text>
      <SecondFactorCodeField
        value={code}
        onChange={(value) => {
          setCode(value)
          setIsMissing(false)
        }}
        problem={isMissing ? 'Code is required' : undefined}
        isDisabled={isPending}
        inputRef={setInput}
      />
      <Button
        type="submit"
        appearance="primary"
        disabled={isPending}
        {...(isPending ? { icon: <Spinner size="tiny" aria-label="Signing in" /> } : {})}
      >
        Sign in
      </Button>
      <Button disabled={isPending} onClick={startOver}>
        Back
      </Button>
    </form>
  )
}
