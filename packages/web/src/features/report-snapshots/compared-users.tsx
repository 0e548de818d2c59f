import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReportComparison } from '@tenantscope/contract/reports'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { ChangedList } from './changed-list.tsx'

const useStyles = makeStyles({
  address: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  licenses: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
  },
  none: { color: tokens.colorNeutralForeground2 },
})

type Users = ReportComparison['users']

/** People who came, went, or hold other licenses. */
export function ComparedUsers({ users }: { users: Users }) {
  const styles = useStyles()
  const format = useFormat()
  const { added, removed, changed, unchanged } = users
  return (
    <SectionCard
      title="Users"
      aside={<span className={styles.none}>{format.number(unchanged)} unchanged</span>}
    >
      {added.length + removed.length + changed.length === 0 && (
        <span className={styles.none}>The same people with the same licenses</span>
      )}
      <ChangedList kind="Added" items={added}>
        {(user) => <UserOfOne user={user} />}
      </ChangedList>
      <ChangedList kind="Removed" items={removed}>
        {(user) => <UserOfOne user={user} />}
      </ChangedList>
      <ChangedList kind="Changed" items={changed}>
        {(user) => <ChangedUser user={user} />}
      </ChangedList>
    </SectionCard>
  )
}

function UserName({ user }: { user: { displayName: string; userPrincipalName: string | null } }) {
  const styles = useStyles()
  const { displayName, userPrincipalName } = user
  return (
    <>
      <ForeignText wrap>{displayName}</ForeignText>
      {userPrincipalName !== null && userPrincipalName !== displayName && (
        <>
          {' '}
          <ForeignText wrap className={styles.address}>
            {userPrincipalName}
          </ForeignText>
        </>
      )}
    </>
  )
}

function UserOfOne({ user }: { user: Users['added'][number] }) {
  return (
    <>
      <UserName user={user} />
      <LicenseNames label="" names={user.licenses} />
    </>
  )
}

function ChangedUser({ user }: { user: Users['changed'][number] }) {
  const styles = useStyles()
  return (
    <>
      <UserName user={user} />
      {user.previousName !== null && (
        <span className={styles.licenses}>
          Before: <bdi>{user.previousName}</bdi>
        </span>
      )}
      <LicenseNames label="Gained: " names={user.gained} />
      <LicenseNames label="Lost: " names={user.lost} />
    </>
  )
}

function LicenseNames({ label, names }: { label: string; names: readonly string[] }) {
  const styles = useStyles()
  if (names.length === 0) return null
  return (
    <span className={styles.licenses}>
      {label}
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}
