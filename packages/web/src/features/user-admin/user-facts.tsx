import { makeStyles, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Initials } from '../../ui/initials.tsx'
import type { UserDetails } from './user-draft.ts'
import { UserMarks } from './user-marks.tsx'
import { AUTH_METHOD_NAMES, nameOf } from './user-words.ts'

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0, marginBottom: '12px' },
  words: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  name: typographyStyles.subtitle2,
})

interface UserFactsProps {
  details: UserDetails
  /** In place of the address that stands there, where it can be changed. */
  emailField: ReactNode
}

/** Who somebody is, and how they sign in. */
export function UserFacts({ details: { user, sessions }, emailField }: UserFactsProps) {
  const styles = useStyles()
  const format = useFormat()
  const { displayName, username, email, authMethod, lastMicrosoftLogin, createdAt } = user
  const lastLogin = lastMicrosoftLogin === null ? 'Never' : format.dateTime(lastMicrosoftLogin)
  return (
    <div>
      <div className={styles.head}>
        <Initials name={nameOf(user)} size="large" />
        <span className={styles.words}>
          <ForeignText wrap className={styles.name}>
            {nameOf(user)}
          </ForeignText>
          <UserMarks user={user} />
        </span>
      </div>
      <FactList
        facts={[
          { label: 'Display name', value: <Foreign text={displayName} /> },
          { label: 'Username', value: <Foreign text={username} /> },
          { label: 'Email', value: emailField || <Foreign text={email} /> },
          { label: 'Auth method', value: AUTH_METHOD_NAMES[authMethod] },
          ...(authMethod === 'microsoft' ? [{ label: 'Last M365 login', value: lastLogin }] : []),
          { label: 'Created', value: format.dateTime(createdAt) },
          { label: 'Open sessions', value: format.number(sessions) },
        ]}
      />
    </div>
  )
}

function Foreign({ text }: { text: string | null }) {
  return text === null ? 'Not set' : <ForeignText wrap>{text}</ForeignText>
}
