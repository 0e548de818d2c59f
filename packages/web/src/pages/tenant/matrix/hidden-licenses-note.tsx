import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { AppLink } from '../../../ui/app-link.tsx'

const useStyles = makeStyles({
  note: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
  link: { fontSize: 'inherit', lineHeight: 'inherit', textDecorationLine: 'underline' },
})

/** How many licenses are missing here, and where an administrator shows them again. */
export function HiddenLicensesNote({ count }: { count: number }) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  if (count === 0) return null
  return (
    <p className={styles.note}>
      {count === 1 ? '1 license is' : `${count} licenses are`} hidden by an administrator.
      {isAdmin && (
        <>
          {' Change it in '}
          <AppLink className={styles.link} to="/admin-licenses" search={{ visibility: 'hidden' }}>
            License Management
          </AppLink>
          {'.'}
        </>
      )}
    </p>
  )
}
