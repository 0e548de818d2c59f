import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { BeakerRegular } from '@fluentui/react-icons/svg/beaker'

import { FIRST_CALLS } from '../../lib/first-calls.ts'
import { askedForAddress } from '../../lib/return-to.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px' },
  button: { width: '100%', minHeight: '44px' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  // Looks like Fluent's Badge in 'tint' and 'informative', without the code for its other looks.
  mark: {
    ...typographyStyles.caption1Strong,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'center',
    gap: '4px',
    boxSizing: 'border-box',
    height: '20px',
    paddingInline: '4px 6px',
    borderRadius: tokens.borderRadiusCircular,
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: 'inherit',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground3,
  },
  icon: { fontSize: '12px' },
})

interface MicrosoftSignInProps {
  isConfigured: boolean
  isSimulated: boolean
  hasLocal: boolean
}

/** The primary way in: the browser itself goes to Microsoft. */
export function MicrosoftSignIn({ isConfigured, isSimulated, hasLocal }: MicrosoftSignInProps) {
  const styles = useStyles()
  if (!isConfigured)
    return (
      <div className={styles.root}>
        <Button
          appearance="primary"
          size="large"
          icon={<MicrosoftMark />}
          className={styles.button}
          disabledFocusable
          aria-describedby="microsoft-not-configured"
        >
          Sign in with Microsoft
        </Button>
        <span className={styles.note} id="microsoft-not-configured">
          Microsoft sign-in is not set up yet.{' '}
          {hasLocal
            ? 'An administrator can sign in with a local account and connect Microsoft.'
            : 'Ask your Tenantscope administrator to connect Microsoft.'}
        </span>
      </div>
    )
  return (
    <div className={styles.root}>
      <Button
        as="a"
        href={signInAddress()}
        appearance="primary"
        size="large"
        icon={<MicrosoftMark />}
        className={styles.button}
      >
        Sign in with Microsoft
      </Button>
      {isSimulated && <SimulatedMark />}
    </div>
  )
}

function signInAddress(): string {
  const returnTo = askedForAddress()
  const query = returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`
  return FIRST_CALLS.startMicrosoftSignIn + query
}

/** The four squares that people look for on a button that leads to Microsoft. */
function MicrosoftMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path fill="#f25022" d="M0 0h7.5v7.5H0z" />
      <path fill="#7fba00" d="M8.5 0H16v7.5H8.5z" />
      <path fill="#00a4ef" d="M0 8.5h7.5V16H0z" />
      <path fill="#ffb900" d="M8.5 8.5H16V16H8.5z" />
    </svg>
  )
}

/** Marks the simulation, so that its customers are not mistaken for real ones. */
function SimulatedMark() {
  const styles = useStyles()
  return (
    <span className={styles.mark}>
      <BeakerRegular className={styles.icon} aria-hidden="true" />
      Simulated Microsoft
    </span>
  )
}
