import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@tenantscope/contract/auth'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'

import { useCurrentUser } from '../../lib/current-user.ts'
import { menuNameOf } from '../../lib/person-name.ts'
import { useFormat } from '../../lib/preferences.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  card: { maxWidth: '800px' },
})

/** Who the person is here and what they may do; administrators change it, not they. */
export function ProfileTab() {
  const styles = useStyles()
  const user = useCurrentUser()
  const format = useFormat()
  return (
    <SectionCard title="Profile" className={styles.card}>
      <FactList
        facts={[
          { label: 'Name', value: user.displayName ?? menuNameOf(user) },
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email ?? 'None' },
          { label: 'Authentication', value: AUTHENTICATION[user.authMethod] },
          { label: 'Role', value: <RoleFact role={user.role} /> },
          ...rolesFact(user),
          { label: 'Tenants', value: <TenantsFact /> },
          ...lastSignInFact(user, format.dateTime),
          { label: 'Member since', value: format.date(user.createdAt) },
        ]}
      />
      <Text variant="caption" muted>
        Your role and the tenants that you see are set by an administrator.
      </Text>
    </SectionCard>
  )
}

const AUTHENTICATION = {
  microsoft: 'Microsoft 365',
  local: 'Local',
} as const satisfies Record<CurrentUser['authMethod'], string>

/** decisions.md, Roles, in the person's words. */
const MAY_DO = {
  viewer: 'You see the tenants that you were granted, and run and download reports of them.',
  technician:
    'You see the tenants that you were granted, refresh them, request consent, run the CSP decoder, and run, download and share reports.',
  admin:
    'You see every tenant, and manage people, roles, licenses, settings, the Microsoft connection and the audit.',
} as const satisfies Record<Role, string>

function RoleFact({ role }: { role: Role }) {
  return (
    <Stack as="span">
      {ROLE_NAMES[role]}
      <Text variant="caption" muted>
        {MAY_DO[role]}
      </Text>
    </Stack>
  )
}

function rolesFact({ adminRoles }: CurrentUser) {
  return adminRoles.length === 0
    ? []
    : [{ label: 'Administrative roles', value: adminRoles.join(', ') }]
}

function lastSignInFact({ lastMicrosoftLogin }: CurrentUser, dateTime: (at: string) => string) {
  return lastMicrosoftLogin === null
    ? []
    : [{ label: 'Last Microsoft sign-in', value: dateTime(lastMicrosoftLogin) }]
}

function TenantsFact() {
  const format = useFormat()
  const tenants = useQuery(tenantListQuery({ isQuiet: false }))
  if (tenants.isPending) return 'Counting...'
  if (tenants.isError) return <AppLink to="/dashboard">All Tenants</AppLink>
  const { total } = tenants.data
  if (total === 0) return 'None yet. An administrator can grant you access.'
  return (
    <AppLink to="/dashboard">
      {total === 1 ? '1 tenant' : `${format.number(total)} tenants`}
    </AppLink>
  )
}
