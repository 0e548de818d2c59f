import {
  AnnounceProvider,
  Button,
  makeStyles,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { getPreferences, viewAddressOf } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { askedForAddress } from '../../lib/return-to.ts'
import { askForVisitor, visitor } from '../../lib/visitor.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCredentialsForm } from '../../ui/form/use-credentials-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { SecondFactorCodeField } from '../../ui/second-factor-code-field.tsx'

const useStyles = makeStyles({
  root: { paddingBlock: '16px 4px' },
  note: { color: tokens.colorNeutralForeground3 },
})

/** Username and password of a local account, then the code when it has a second factor. */
export function LocalSignInForm() {
  const styles = useStyles()
  const signIn = useCredentialsForm({ username: '', signIn: enter })
  return (
    <div className={styles.root}>
      {signIn.asksForCode ? <CodeStep {...signIn} /> : <PasswordStep {...signIn} />}
    </div>
  )
}

type SignIn = ReturnType<typeof useCredentialsForm>

function PasswordStep({ form, inputRef }: SignIn) {
  const styles = useStyles()
  return (
    <Form
      form={form}
      failureText={SHOWN_BY_THE_ALERT}
      actions={
        <>
          <SubmitButton
            form={form}
            appearance="secondary"
            savingLabel="Sign in with Local Account"
            savingIcon={<Spinner size="tiny" aria-label="Signing in" />}
          >
            Sign in with Local Account
          </SubmitButton>
          <Text size={200} className={styles.note}>
            Local accounts are only available to administrators.
          </Text>
        </>
      }
    >
      {form.failure !== null && <SignInAlert error={form.failure} />}
      <TextField
        form={form}
        name="username"
        label="Username"
        input={{
          placeholder: 'Enter your username',
          autoComplete: 'username',
          autoCapitalize: 'none',
          spellCheck: false,
        }}
      />
      <TextField
        form={form}
        name="password"
        label="Password"
        inputRef={inputRef}
        input={{
          type: 'password',
          placeholder: 'Enter your password',
          autoComplete: 'current-password',
        }}
      />
    </Form>
  )
}

/** The second step of an account with a second factor. */
function CodeStep({ form, inputRef, startOver }: SignIn) {
  return (
    <Form
      form={form}
      failureText={SHOWN_BY_THE_ALERT}
      actions={
        <>
          <SubmitButton
            form={form}
            savingLabel="Sign in"
            savingIcon={<Spinner size="tiny" aria-label="Signing in" />}
          >
            Sign in
          </SubmitButton>
          <Button disabledFocusable={form.isSaving} onClick={startOver}>
            Back
          </Button>
        </>
      }
    >
      {form.failure !== null && <SignInAlert error={form.failure} />}
      <Text>
        The password of <strong>{form.values.username}</strong> is correct. Now confirm with your
        second factor.
      </Text>
      <SecondFactorCodeField form={form} inputRef={inputRef} />
    </Form>
  )
}

const SHOWN_BY_THE_ALERT = () => undefined

/** The alert announces the text; the message bar would repeat it. */
const SILENT = { announce: () => undefined }

/** Shows why a sign-in failed: the server's sentence, else the specification's (section 8). */
function SignInAlert({ error }: { error: unknown }) {
  const text = error instanceof ApiError && error.body ? error.userMessage : 'Login failed'
  return (
    <div role="alert">
      <AnnounceProvider value={SILENT}>
        <Notice intent="error">{text}</Notice>
      </AnnounceProvider>
    </div>
  )
}

/** Signs in, then reads the user again (specification section 4, App auth). */
async function enter(credentials: CallInput<typeof signInLocally>['body']): Promise<void> {
  const { user } = await call(signInLocally, { body: credentials })
  // The application reads its address when it starts, which is as soon as the person is known.
  history.replaceState(null, '', askedForAddress() ?? (await preferredAddress(user)))
  const person = await askForVisitor()
  if (person === null) throw new Error('the browser did not store the session cookie')
  visitor.set(person)
}

/** Returns the start address of a user whose link asked for nothing (decisions.md, Sign-in and sessions). */
async function preferredAddress(user: CurrentUser): Promise<string> {
  try {
    const { preferences } = await call(getPreferences)
    return viewAddressOf(preferences.defaultView, user)
  } catch {
    // Refused while a new password must be chosen first.
    return viewAddressOf('dashboard', user)
  }
}
