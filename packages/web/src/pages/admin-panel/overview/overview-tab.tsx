import { makeStyles, tokens } from '@fluentui/react-components'
import { Certificate24Regular } from '@fluentui/react-icons/svg/certificate'
import { History24Regular } from '@fluentui/react-icons/svg/history'
import { Money24Regular } from '@fluentui/react-icons/svg/money'
import { PlugConnected24Regular } from '@fluentui/react-icons/svg/plug-connected'
import { ShieldCheckmark24Regular } from '@fluentui/react-icons/svg/shield-checkmark'
import { ShieldTask24Regular } from '@fluentui/react-icons/svg/shield-task'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { createLink } from '@tanstack/react-router'
import type { AdminStats } from '@tenantscope/contract/system'
import type { ComponentProps } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { useNow } from '../../../lib/use-now.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RereadFailed } from '../../../ui/reread-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { WaysList } from '../../../ui/ways-list.tsx'
import type { Way } from '../../../ui/ways-list.tsx'
import { adminStatsQuery } from '../users/users.queries.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 168px), 1fr))',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    height: '100%',
    boxSizing: 'border-box',
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
})

/** Figures and problems of the installation, with links to the screens that manage them. */
export function OverviewTab() {
  const stats = useQuery(adminStatsQuery)
  return (
    <Stack gap={16}>
      {stats.isPending && <PageSpinner text="Loading the overview..." />}
      {stats.isLoadingError && (
        <LoadFailed title="Failed to load the overview" query={stats} retryLabel="Retry" />
      )}
      {stats.isRefetchError && (
        <RereadFailed
          title="The overview could not be loaded again."
          message={userMessageOf(stats.error)}
        />
      )}
      {stats.data && (
        <>
          <StatLinks stats={stats.data} />
          <AttentionCard stats={stats.data} />
        </>
      )}
      {/* Shown earlier, it would move when the figures arrive. */}
      {!stats.isPending && (
        <SectionCard title="Other administration screens">
          <WaysList ways={SCREENS} />
        </SectionCard>
      )}
    </Stack>
  )
}

const SCREENS: readonly Way[] = [
  {
    to: '/admin-licenses',
    Icon: Certificate24Regular,
    name: 'License Management',
    text: 'Which licenses are shown, their names, types and prices',
  },
  {
    to: '/admin/prices',
    Icon: Money24Regular,
    name: 'Prices',
    text: 'What customers pay for licenses, and what they cost',
  },
  {
    to: '/admin/license-audit',
    Icon: History24Regular,
    name: 'License Audit Trail',
    text: 'Changes of license visibility',
  },
  {
    to: '/admin/security-audit',
    Icon: ShieldTask24Regular,
    name: 'Security Audit',
    text: 'Checks of this installation, with fixes for failed checks',
  },
  {
    to: '/admin/security-dashboard',
    Icon: ShieldCheckmark24Regular,
    name: 'Security Dashboard',
    text: 'Score, sessions and sign-in protection',
  },
  {
    to: '/azure-config',
    Icon: PlugConnected24Regular,
    name: 'Azure Config',
    text: 'The app registration that Tenantscope uses to read tenants',
  },
]

/** Problems that need attention; nothing when there are none. */
function AttentionCard({ stats }: { stats: AdminStats }) {
  const now = useNow()
  const concerns = [
    {
      text: backupConcern(stats, now),
      link: { to: '/admin-panel', search: { tab: 'system' } },
      way: 'Go to System',
    },
    {
      text: passwordConcern(stats),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'administrators' } },
      way: 'Show administrators',
    },
  ] as const satisfies readonly { text: string | null; link: LinkProps; way: string }[]
  const shown = concerns.filter(({ text }) => text !== null)
  if (shown.length === 0) return null
  return (
    <SectionCard title="Needs attention">
      <Stack as="ul" gap={8}>
        {shown.map(({ text, link, way }) => (
          <Stack key={way} as="li" row wrap gap={12} lineGap={4} align="center">
            <StatusLabel tone="warning" isSentence>
              {text}
            </StatusLabel>
            <AppLink {...link}>{way}</AppLink>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  )
}

const DAY_MS = 24 * 60 * 60 * 1_000
/** A backup older than this is worth a word. */
const OLD_BACKUP_DAYS = 7

/** Describes the problem of the last backup; null when there is none. */
export function backupConcern(
  { lastBackup }: Pick<AdminStats, 'lastBackup'>,
  now: Date,
): string | null {
  if (lastBackup === null) return 'No backup has been created yet.'
  const days = Math.floor((now.getTime() - new Date(lastBackup).getTime()) / DAY_MS)
  return days > OLD_BACKUP_DAYS ? `The last backup is ${days} days old.` : null
}

/** Administrators whose password was set by another user. */
export function passwordConcern({
  adminUsersToChoosePassword: count,
}: Pick<AdminStats, 'adminUsersToChoosePassword'>): string | null {
  if (count === 0) return null
  return count === 1
    ? '1 administrator must still change their initial password.'
    : `${count} administrators must still change their initial password.`
}

interface Stat {
  label: string
  value: string
  note?: string | undefined
  link: LinkProps
}

/** Shows the totals; each one is a link to its screen. */
function StatLinks({ stats }: { stats: AdminStats }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  return (
    <ul className={styles.cards} aria-label="Figures">
      {statsShown(stats, { format, now }).map(({ label, value, note, link }) => (
        <li key={label}>
          <CardLink {...link} className={styles.card}>
            <Text variant="caption" muted>
              {label}
            </Text>
            <Text variant="title" tabular>
              {value}
            </Text>
            {note !== undefined && (
              <Text variant="caption" muted>
                {note}
              </Text>
            )}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function statsShown(stats: AdminStats, { format, now }: { format: Format; now: Date }): Stat[] {
  const { disabledUsers, lastBackup } = stats
  return [
    {
      label: 'Total users',
      value: format.number(stats.totalUsers),
      note: disabledUsers === 0 ? undefined : `${format.number(disabledUsers)} disabled`,
      link: { to: '/admin-panel', search: { tab: 'users' } },
    },
    {
      label: 'Administrators',
      value: format.number(stats.adminUsers),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'administrators' } },
    },
    {
      label: 'Microsoft users',
      value: format.number(stats.microsoftUsers),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'microsoft' } },
    },
    {
      label: 'Active sessions',
      value: format.number(stats.activeSessions),
      link: { to: '/admin-panel', search: { tab: 'system' } },
    },
    {
      label: 'Tenants',
      value: format.number(stats.totalTenants),
      link: { to: '/dashboard' },
    },
    {
      label: 'Last backup',
      value: lastBackup === null ? 'Never' : format.relative(lastBackup, now),
      note: lastBackup === null ? undefined : format.dateTime(lastBackup),
      link: { to: '/admin-panel', search: { tab: 'system' } },
    },
  ]
}

const CardLink = createLink((props: ComponentProps<'a'>) => <a {...props}>{props.children}</a>)
