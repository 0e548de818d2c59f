import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { CurrentUser } from '@tenantscope/contract/auth'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

import { useCurrentUser } from '../../lib/current-user.ts'
import { menuNameOf } from '../../lib/person-name.ts'
import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Initials } from '../../ui/initials.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'center', gap: '16px', minWidth: 0 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

/** Who is signed in and what they may see. */
export function PersonCard({ tenantCount }: { tenantCount: number }) {
  const styles = useStyles()
  const user = useCurrentUser()
  const format = useFormat()
  const name = user.displayName ?? menuNameOf(user)
  return (
    <SectionCard title="Your profile">
      <div className={styles.person}>
        <Initials name={name} size="large" />
        <div className={styles.words}>
          <Text weight="semibold" size={400}>
            {name}
          </Text>
          <Text className={styles.quiet}>{user.email ?? user.username}</Text>
        </div>
      </div>
      <FactList
        facts={[
          { label: 'Access', value: <AccessStatus user={user} tenantCount={tenantCount} /> },
          { label: 'Role', value: ROLE_NAMES[user.role] },
          { label: 'Tenants', value: format.number(tenantCount) },
          { label: 'Signs in with', value: SIGN_IN_NAMES[user.authMethod] },
          ...lastMicrosoftSignIn(user, format.dateTime),
        ]}
      />
    </SectionCard>
  )
}

const SIGN_IN_NAMES = {
  microsoft: 'Microsoft',
  local: 'Local account',
} as const satisfies Record<CurrentUser['authMethod'], string>

function AccessStatus({ user, tenantCount }: { user: CurrentUser; tenantCount: number }) {
  if (user.isAdmin) return <StatusLabel tone="good">All tenants</StatusLabel>
  return tenantCount > 0 ? (
    <StatusLabel tone="good">Active</StatusLabel>
  ) : (
    <StatusLabel tone="warning">No tenants yet</StatusLabel>
  )
}

function lastMicrosoftSignIn(user: CurrentUser, dateTime: (at: string) => string) {
  const at = user.lastMicrosoftLogin
  return at === null ? [] : [{ label: 'Last Microsoft sign-in', value: dateTime(at) }]
}
