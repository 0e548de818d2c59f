import { makeStyles, tokens } from '@fluentui/react-components'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'

const useStyles = makeStyles({
  reason: { margin: '0 0 16px', color: tokens.colorNeutralForeground2 },
})

/** Why somebody who is signed in is asked to sign in. */
export function SignInReason() {
  const styles = useStyles()
  return (
    <p className={styles.reason}>
      This change needs a sign-in of the last {FRESH_SIGN_IN_MINUTES} minutes. Nothing that you
      entered is lost.
    </p>
  )
}
