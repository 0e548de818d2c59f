import { Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components'
import { BuildingMultiple24Regular } from '@fluentui/react-icons/svg/building-multiple'
import { Organization24Regular } from '@fluentui/react-icons/svg/organization'
import { PeopleSettings24Regular } from '@fluentui/react-icons/svg/people-settings'
import { Person24Regular } from '@fluentui/react-icons/svg/person'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@tenantscope/contract/auth'
import { OverviewWarning } from '@tenantscope/contract/auth'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { TenantStatus, listTenants } from '@tenantscope/contract/tenants'

import { userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { menuNameOf } from '../../lib/person-name.ts'
import { useFormat } from '../../lib/preferences.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Initials } from '../../ui/initials.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { WaysList } from '../../ui/ways-list.tsx'
import type { Way } from '../../ui/ways-list.tsx'
import { FirstTenants } from './first-tenants.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 400px) minmax(0, 1fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // About as high as the cards that take their place.
  profile: { height: '288px', borderRadius: tokens.borderRadiusLarge },
  actions: { height: '184px', borderRadius: tokens.borderRadiusLarge },
  tenants: { height: '352px', borderRadius: tokens.borderRadiusLarge },
  words: { overflowWrap: 'anywhere' },
})

/** The reader's own access at a glance (specification section 2, Overview). */
export function OverviewPage() {
  const styles = useStyles()
  const { warning, tenant } = useSearch({ from: '/overview' })
  const tenants = useQuery(tenantListQuery({ isQuiet: false }))
  return (
    <PageShell title="Overview">
      {tenants.data && <OverviewWarningBar code={warning} tenantId={tenant} list={tenants.data} />}
      {tenants.isPending && <LoadingOverview />}
      {tenants.isRefetchError && (
        <RereadFailed title={FAILED} message={userMessageOf(tenants.error)} />
      )}
      {tenants.isLoadingError && <LoadFailed title={FAILED} query={tenants} retryLabel="Retry" />}
      {tenants.data && (
        <div className={styles.columns}>
          <Stack gap={16}>
            <PersonCard tenantCount={tenants.data.total} />
            <QuickActions />
          </Stack>
          <FirstTenants tenants={tenants.data.tenants} total={tenants.data.total} />
        </div>
      )}
    </PageShell>
  )
}

const FAILED = 'Failed to load tenant data'

/** The overview's own shape while the tenants arrive. */
function LoadingOverview() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.columns} aria-label="Loading your access...">
      <Stack gap={16}>
        <SkeletonItem className={styles.profile} />
        <SkeletonItem className={styles.actions} />
      </Stack>
      <SkeletonItem className={styles.tenants} />
    </Skeleton>
  )
}

/** Specification section 2, Overview; the own directory besides. */
const ACTIONS: readonly (Way & { isForAdmins?: boolean })[] = [
  {
    to: '/dashboard',
    Icon: BuildingMultiple24Regular,
    name: 'Tenant Dashboard',
    text: 'All tenants with their status, seats and findings',
  },
  {
    to: '/enhanced-dashboard',
    Icon: Organization24Regular,
    name: 'My Organization',
    text: 'Licenses and policies of your own directory',
  },
  {
    to: '/admin-panel',
    Icon: PeopleSettings24Regular,
    name: 'Admin Panel',
    text: 'People, roles, settings, backups and audit',
    isForAdmins: true,
  },
  {
    to: '/profile',
    Icon: Person24Regular,
    name: 'Profile',
    text: 'Your password, sessions, preferences and notifications',
  },
]

/** Links to the most used screens. */
function QuickActions() {
  const { isAdmin } = useCurrentUser()
  return (
    <SectionCard title="Quick actions">
      <WaysList ways={ACTIONS.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true)} />
    </SectionCard>
  )
}

/** Shows the signed-in user and the visible tenants. */
function PersonCard({ tenantCount }: { tenantCount: number }) {
  const styles = useStyles()
  const user = useCurrentUser()
  const format = useFormat()
  const name = user.displayName ?? menuNameOf(user)
  const { lastMicrosoftLogin: lastSignIn } = user
  return (
    <SectionCard title="Your profile">
      <Stack row gap={16} align="center">
        <Initials name={name} size="large" />
        <Stack className={styles.words}>
          <Text variant="subtitle">{name}</Text>
          <Text variant="body" muted>
            {user.email ?? user.username}
          </Text>
        </Stack>
      </Stack>
      <FactList
        facts={[
          { label: 'Access', value: <AccessStatus user={user} tenantCount={tenantCount} /> },
          { label: 'Role', value: ROLE_NAMES[user.role] },
          { label: 'Tenants', value: format.number(tenantCount) },
          { label: 'Signs in with', value: SIGN_IN_NAMES[user.authMethod] },
          ...(lastSignIn === null
            ? []
            : [{ label: 'Last Microsoft sign-in', value: format.dateTime(lastSignIn) }]),
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

interface WarningText {
  title: string
  text: (tenantName: string) => string
  /** Whether it applies, by the number of visible tenants and the status of the named one: addresses can be old. */
  isTrue: (total: number, status: TenantStatus | undefined) => boolean
}

const TEXTS = {
  tenant_suspended: {
    title: 'Tenant Access Suspended',
    text: (tenantName) =>
      `The contract or the relationship with ${tenantName} has ended, so it is no longer read. If that is a mistake, ask your Tenantscope administrator.`,
    isTrue: (_, status) => status === 'Inactive',
  },
  no_roles: {
    title: 'No Roles Assigned',
    text: () =>
      'You are signed in, but do not have access to any tenant yet. Ask your Tenantscope administrator for access.',
    isTrue: (total) => total === 0,
  },
  tenant_context_failed: {
    title: 'Tenant Context Error',
    text: (tenantName) =>
      `${tenantName} could not be opened. Choose it again from the list. If it still cannot be opened, ask your Tenantscope administrator.`,
    isTrue: (_, status) => status !== 'Active',
  },
} as const satisfies Record<OverviewWarning, WarningText>

interface OverviewWarningBarProps {
  code: string | undefined
  tenantId: string | undefined
  /** The reader's own: the address could name anything. */
  list: CallReply<typeof listTenants>
}

/** Why the user was redirected here; absent for unknown codes and those that do not apply. */
function OverviewWarningBar({ code, tenantId, list }: OverviewWarningBarProps) {
  const warning = OverviewWarning.safeParse(code)
  if (!warning.success) return null
  const { title, text, isTrue }: WarningText = TEXTS[warning.data]
  const tenant = list.tenants.find(({ id }) => id === tenantId)
  if (!isTrue(list.total, tenant?.status)) return null
  const sentence = text(tenant?.displayName ?? 'the tenant')
  return (
    <Notice intent="warning" title={title}>
      {sentence.charAt(0).toUpperCase() + sentence.slice(1)}
    </Notice>
  )
}
