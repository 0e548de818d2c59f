import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { DirectoryPerson } from '@tenantscope/contract/user-import'

import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { directoryNameOf } from './import-words.ts'

const useStyles = makeStyles({
  name: { color: tokens.colorNeutralForeground1 },
})

/** A person of the directory: name, address, and what is special about them. */
export function DirectoryPersonLabel({ person }: { person: DirectoryPerson }) {
  const styles = useStyles()
  const { displayName, email, username, isGuest, accountEnabled } = person
  const address = email ?? username
  return (
    <Stack as="span">
      <Stack as="span" row wrap gap={8} lineGap={4} align="center">
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
      </Stack>
      {address !== null && displayName !== null && (
        <ForeignText wrap variant="caption" muted>
          {address}
        </ForeignText>
      )}
    </Stack>
  )
}
