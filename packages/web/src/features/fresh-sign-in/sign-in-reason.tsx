import { makeStyles, tokens } from '@fluentui/react-components'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'

const useStyles = makeStyles({
  reason: { margin: '0 0 16px', color: tokens.colorNeutralForeground2 },
})

/** Explains why a signed-in user must sign in again. */
export function SignInReason() {
  const styles = useStyles()
  return (
    <p className={styles.reason}>
      This change requires a sign-in within the last {FRESH_SIGN_IN_MINUTES} minutes. Nothing that
      you entered is lost.
    </p>
  )
}
