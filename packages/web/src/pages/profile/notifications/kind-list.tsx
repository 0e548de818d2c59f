import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { NOTIFICATION_NAMES } from '@tenantscope/contract/notifications'
import type { NotificationKind } from '@tenantscope/contract/notifications'
import { roleReaches } from '@tenantscope/contract/roles'

import { useCurrentUser } from '../../../lib/current-user.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  kind: { display: 'flex', flexDirection: 'column' },
  quiet: { color: tokens.colorNeutralForeground2 },
})

const MEANINGS = {
  'refresh-failing': 'Two refreshes in a row could not read a tenant: its figures grow old.',
  'consent-lost':
    'A customer’s administrator took the permissions back; the tenant is not read until they are given again.',
  'secret-expiring':
    'The connection to Microsoft stops working once its secret or certificate ends. Told 30, 14, 7 days and 1 day before.',
  'share-opened': 'A link to a report that you shared was opened.',
  'backup-failed': 'A scheduled backup was not written.',
} as const satisfies Record<NotificationKind, string>

/** Other kinds are for other roles, or an administrator switched them off. */
export function KindList({ kinds }: { kinds: readonly NotificationKind[] }) {
  const styles = useStyles()
  const { role } = useCurrentUser()
  if (kinds.length === 0)
    return (
      <Text>
        {roleReaches(role, 'technician')
          ? 'Nothing at present: an administrator switched the notifications off.'
          : 'Nothing: what needs somebody is told to technicians and administrators.'}
      </Text>
    )
  return (
    <ul className={styles.list}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.kind}>
          <Text weight="semibold">{NOTIFICATION_NAMES[kind]}</Text>
          <Text size={200} className={styles.quiet}>
            {MEANINGS[kind]}
          </Text>
        </li>
      ))}
    </ul>
  )
}
