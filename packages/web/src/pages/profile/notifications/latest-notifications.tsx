import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useRouter } from '@tanstack/react-router'
import { NOTIFICATIONS } from '@tenantscope/contract/limits'
import type { Notification } from '@tenantscope/contract/notifications'
import type { MouseEvent } from 'react'

import { useFormat } from '../../../lib/preferences.ts'
import { useNow } from '../../../lib/use-now.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  entry: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    paddingBlock: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    ':first-child': { borderTopStyle: 'none', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
  },
  quiet: { color: tokens.colorNeutralForeground2 },
})

/** The newest first, each with the way to where it is dealt with. */
export function LatestNotifications({ notifications }: { notifications: readonly Notification[] }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  if (notifications.length === 0)
    return (
      <EmptyState
        title="No notifications"
        text={`Nothing has happened in the last ${NOTIFICATIONS.shownDays} days that you are told of.`}
      />
    )
  return (
    <ul className={styles.list}>
      {notifications.map(({ id, title, text, address, createdAt }) => (
        <li key={id} className={styles.entry}>
          <AddressLink address={address}>{title}</AddressLink>
          <Text>{text}</Text>
          <Text size={200} className={styles.quiet}>
            <time dateTime={createdAt} title={format.dateTime(createdAt)}>
              {format.relative(createdAt, now)}
            </time>
          </Text>
        </li>
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
