import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { LocalSignIn } from './local-sign-in.tsx'
import { LoginNotices } from './login-notices.tsx'
import { MicrosoftSignIn } from './microsoft-sign-in.tsx'
import { useSignInOptions } from './use-sign-in-options.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    width: '100%',
    maxWidth: '384px',
    marginInline: 'auto',
  },
  title: { ...typographyStyles.title2, margin: 0 },
  subtitle: { ...typographyStyles.body1, margin: '4px 0 0', color: tokens.colorNeutralForeground2 },
})

/** The ways of signing in, by what the server offers now. */
export function LoginPanel() {
  const styles = useStyles()
  const { options, isUnreachable, isAsking, askAgain } = useSignInOptions()
  // Until the server has said what it offers, and when it cannot be asked, both ways may be tried.
  const hasMicrosoft = options?.microsoft ?? true
  const hasLocal = options?.local ?? true
  return (
    <div className={styles.root}>
      <div>
        <h1 className={styles.title}>Sign in with Microsoft</h1>
        <p className={styles.subtitle}>Access your Microsoft 365 audit dashboard</p>
      </div>
      <LoginNotices isUnreachable={isUnreachable} isChecking={isAsking} onCheckAgain={askAgain} />
      <MicrosoftSignIn
        isConfigured={hasMicrosoft}
        isSimulated={options?.simulatedMicrosoft === true}
        hasLocal={hasLocal}
      />
      {/* Where Microsoft is not set up yet, the local account is the way in and stands open. */}
      <LocalSignIn isOffered={hasLocal} startsOpen={!hasMicrosoft} />
    </div>
  )
}
