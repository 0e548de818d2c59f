import { makeStyles } from '@fluentui/react-components'

import { TWO_COLUMNS_STYLE } from '../../../ui/two-columns-style.ts'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const useStyles = makeStyles({
  root: TWO_COLUMNS_STYLE,
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** How the person signs in, and where they are signed in. */
export function SecurityTab() {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <div className={styles.column}>
        <PasswordCard />
        <SecondFactorCard />
      </div>
      <SessionsCard />
    </div>
  )
}
