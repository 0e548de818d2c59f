import {
  Button,
  DialogActions,
  DialogContent,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
} from '@fluentui/react-components'
import type { SignInRefusal } from '@tenantscope/contract/auth'

import { SignInReason } from './sign-in-reason.tsx'
import { FRESH_SIGN_IN_ADDRESS, useMicrosoftConfirmation } from './use-microsoft-confirmation.ts'

const useStyles = makeStyles({
  content: { paddingBlock: '4px 8px' },
  button: { whiteSpace: 'nowrap' },
  waiting: { justifyContent: 'flex-start' },
})

interface ConfirmationProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** A Microsoft account: signs in again in a window of its own. */
export function MicrosoftConfirmation({ onConfirmed, onCancel }: ConfirmationProps) {
  const styles = useStyles()
  const { step, open } = useMicrosoftConfirmation({ onConfirmed })
  return (
    <>
      <DialogContent className={styles.content}>
        <SignInReason />
        {step.name === 'waiting' && (
          <Spinner
            className={styles.waiting}
            size="tiny"
            label="Sign in in the window that has opened. This page goes on by itself."
          />
        )}
        {step.name === 'blocked' && <Blocked />}
        {step.name === 'closed' && (
          <Ended
            intent="info"
            title="The window was closed"
            text="The sign-in was not finished, and nothing has changed."
          />
        )}
        {step.name === 'refused' && <Ended intent="warning" {...REFUSALS[step.refusal]} />}
        {step.name === 'failed' && (
          <Ended intent="error" title="The sign-in could not be checked" text={step.message} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button appearance="primary" className={styles.button} onClick={open}>
          {step.name === 'waiting' ? 'Open the window again' : 'Sign in with Microsoft'}
        </Button>
      </DialogActions>
    </>
  )
}

function Blocked() {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Popup Blocked</MessageBarTitle>
        Allow popups for this site and try again, or{' '}
        <Link href={FRESH_SIGN_IN_ADDRESS} target="_blank" rel="noopener" inline>
          sign in in another tab
        </Link>
        : this page goes on by itself.
      </MessageBarBody>
    </MessageBar>
  )
}

interface EndedProps {
  intent: 'info' | 'warning' | 'error'
  title: string
  text: string
}

function Ended({ intent, title, text }: EndedProps) {
  return (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {text}
      </MessageBarBody>
    </MessageBar>
  )
}

const REFUSALS = {
  cancelled: {
    title: 'The sign-in was cancelled',
    text: 'Nothing has changed. Sign in again whenever you are ready.',
  },
  expired: { title: 'The sign-in took too long', text: 'Please sign in again.' },
  other_directory: {
    title: 'That account belongs to another organization',
    text: 'Sign in with the account that you use here.',
  },
  no_account: {
    title: 'That account has no access to Tenantscope',
    text: 'Sign in with the account that you use here.',
  },
  disabled: {
    title: 'That account is disabled',
    text: 'Sign in with the account that you use here.',
  },
  not_configured: {
    title: 'Microsoft sign-in is not set up any more',
    text: 'An administrator with a local account can set it up again.',
  },
  failed: {
    title: 'Microsoft sign-in did not work',
    text: 'Please try again. If it keeps failing, an administrator with a local account can check the Microsoft connection.',
  },
} as const satisfies Record<SignInRefusal, { title: string; text: string }>
