import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TWO_COLUMNS_STYLE } from '../../../ui/two-columns-style.ts'
import { notificationsQuery } from '../own-account.queries.ts'
import { KindList } from './kind-list.tsx'
import { LatestNotifications } from './latest-notifications.tsx'
import { NotificationSwitches } from './notification-switches.tsx'

const useStyles = makeStyles({
  root: TWO_COLUMNS_STYLE,
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

/** What the person is told of and how, and what they were told lately. */
export function NotificationsTab() {
  const styles = useStyles()
  const found = useQuery(notificationsQuery)
  if (found.isPending) return <PageSpinner text="Loading notifications..." />
  if (found.isError)
    return (
      <LoadFailed
        title="Failed to load notifications"
        message={userMessageOf(found.error)}
        requestId={requestIdOf(found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  const { notifications, kinds, mail } = found.data
  return (
    <div className={styles.root}>
      <SectionCard title="Latest notifications">
        <LatestNotifications notifications={notifications} />
      </SectionCard>
      <div className={styles.column}>
        <SectionCard title="How you are told">
          <NotificationSwitches mail={mail} />
        </SectionCard>
        <SectionCard title="What you are told of">
          <KindList kinds={kinds} />
        </SectionCard>
      </div>
    </div>
  )
}
