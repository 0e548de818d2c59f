import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import type { Notification, NotificationKind } from '@tenantscope/contract/notifications'
import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import { roleReaches } from '@tenantscope/contract/roles'
import type { MouseEvent } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { useNow } from '../../../lib/use-now.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { TwoColumns } from '../../../ui/two-columns.tsx'
import { notificationsQuery } from '../own-account.queries.ts'
import { NotificationSwitches } from './notification-switches.tsx'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  entry: {
    paddingBlock: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    ':first-child': { borderTopStyle: 'none', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
  },
})

/** The notification settings of the user, and the latest notifications. */
export function NotificationsTab() {
  const found = useQuery(notificationsQuery)
  if (found.isPending) return <PageSpinner text="Loading notifications..." />
  if (found.isError) return <LoadFailed title="Failed to load notifications" query={found} />
  const { notifications, kinds, mail } = found.data
  return (
    <TwoColumns>
      <SectionCard title="Latest notifications">
        <LatestNotifications notifications={notifications} />
      </SectionCard>
      <Stack gap={16}>
        <SectionCard title="Delivery">
          <NotificationSwitches mail={mail} />
        </SectionCard>
        <SectionCard title="Notifications that you receive">
          <KindList kinds={kinds} />
        </SectionCard>
      </Stack>
    </TwoColumns>
  )
}

/** The newest first, each with the way to where it is dealt with. */
function LatestNotifications({ notifications }: { notifications: readonly Notification[] }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  if (notifications.length === 0)
    return (
      <EmptyState
        title="No notifications"
        text={`You have no notifications from the last ${NOTIFICATIONS.shownDays} days.`}
      />
    )
  return (
    <ul className={styles.list}>
      {notifications.map(({ id, title, text, address, createdAt }) => (
        <Stack as="li" gap={2} key={id} className={styles.entry}>
          <AddressLink address={address}>{title}</AddressLink>
          <Text>{text}</Text>
          <Text variant="caption" muted>
            <time dateTime={createdAt} title={format.dateTime(createdAt)}>
              {format.relative(createdAt, now)}
            </time>
          </Text>
        </Stack>
      ))}
    </ul>
  )
}

/** The server names addresses whole; a plain click stays within the application. */
function AddressLink({ address, children }: { address: string; children: string }) {
  const { history } = useRouter()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(address)
  }
  return (
    <Link href={address} onClick={follow}>
      {children}
    </Link>
  )
}

const MEANINGS = {
  'refresh-failing': 'Two refreshes in a row could not read a tenant. Its figures are out of date.',
  'consent-lost':
    'A customer’s administrator withdrew consent. The tenant is not read until consent is granted again.',
  'secret-expiring':
    'The client secret or certificate of the Microsoft connection expires. Sent 30, 14, 7 days and 1 day before.',
  'share-opened': 'A share link that you created was opened.',
  'backup-failed': 'A scheduled backup was not written.',
  'exception-ended': 'An exception from a check that you own has ended.',
} as const satisfies Record<NotificationKind, string>

/** Other kinds are for other roles, or an administrator switched them off. */
function KindList({ kinds }: { kinds: readonly NotificationKind[] }) {
  const { role } = useCurrentUser()
  if (kinds.length === 0)
    return (
      <Text variant="body">
        {roleReaches(role, 'technician')
          ? 'None: an administrator switched the notifications off.'
          : 'None: notifications are sent only to technicians and administrators.'}
      </Text>
    )
  return (
    <Stack as="ul" gap={12}>
      {kinds.map((kind) => (
        <Stack key={kind} as="li">
          <Text variant="strong">{NOTIFICATION_NAMES[kind]}</Text>
          <Text variant="caption" muted>
            {MEANINGS[kind]}
          </Text>
        </Stack>
      ))}
    </Stack>
  )
}
