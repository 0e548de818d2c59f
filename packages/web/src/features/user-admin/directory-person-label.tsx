import { Badge, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { DirectoryPerson } from '@tenantscope/contract/users'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { directoryNameOf } from './directory-name.ts'

const useStyles = makeStyles({
  label: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  name: { color: tokens.colorNeutralForeground1 },
  address: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

/** A person of the directory: name, address, and what is special about them. */
export function DirectoryPersonLabel({ person }: { person: DirectoryPerson }) {
  const styles = useStyles()
  const { displayName, email, username, isGuest, accountEnabled } = person
  const address = email ?? username
  return (
    <span className={styles.label}>
      <span className={styles.line}>
        <ForeignText wrap className={styles.name}>
          {directoryNameOf(person)}
        </ForeignText>
        {isGuest && (
          <Badge appearance="tint" color="informative">
            Guest
          </Badge>
        )}
        {accountEnabled === false && (
          <Badge appearance="tint" color="warning">
            Blocked
          </Badge>
        )}
      </span>
      {address !== null && displayName !== null && (
        <ForeignText wrap className={styles.address}>
          {address}
        </ForeignText>
      )}
    </span>
  )
}
