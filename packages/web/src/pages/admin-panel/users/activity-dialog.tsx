import { Button, makeStyles } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import type { AdminUser, UserActivity } from '@tenantscope/contract/users'
import { useEffect } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ClosableDialog } from '../../../ui/closable-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { nameOf } from './user-words.ts'
import { activityQuery } from './users.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '960px' },
  content: { minHeight: '240px', '@media (max-height: 640px)': { minHeight: 0 } },
  who: { margin: '0 0 12px' },
  time: { fontVariantNumeric: 'tabular-nums' },
  more: { marginTop: '12px' },
})

/** Shows what a user did, and what was done to the user. */
export function ActivityDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Activity Log"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <p className={styles.who}>
        Sign-ins and changes by or about <ForeignText wrap>{nameOf(user)}</ForeignText>
      </p>
      <ActivityLog userId={user.id} />
    </ClosableDialog>
  )
}

/** The entries, newest first, page by page. */
function ActivityLog({ userId }: { userId: UserId }) {
  const styles = useStyles()
  const log = useInfiniteQuery(activityQuery(userId))
  const { error } = log
  // Specification section 8: its failures are shown in a toast.
  useEffect(() => {
    if (error !== null) showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) })
  }, [error])
  if (log.isPending) return <PageSpinner text="Loading the activity log..." />
  if (log.data === undefined)
    return (
      <LoadFailed title="The activity log could not be loaded" query={log} retryLabel="Retry" />
    )
  const entries = log.data.pages.flatMap(({ activityLog }) => activityLog)
  if (entries.length === 0) return <EmptyState title="No activity records found for this user." />
  return (
    <>
      <Entries entries={entries} />
      {log.hasNextPage && (
        <Button
          className={styles.more}
          disabledFocusable={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </>
  )
}

function Entries({ entries }: { entries: readonly UserActivity[] }) {
  const styles = useStyles()
  const format = useFormat()
  const columns: readonly TableColumn<UserActivity>[] = [
    {
      header: 'Date & Time',
      width: 25,
      className: styles.time,
      render: ({ timestamp }) => format.dateTime(timestamp),
    },
    { header: 'Action', width: 22, render: ({ action }) => action },
    { header: 'Method', width: 13, render: ({ method }) => method },
    {
      header: 'Details',
      width: 27,
      render: ({ details }) => <ForeignText wrap>{details}</ForeignText>,
    },
    {
      header: 'Status',
      width: 13,
      render: ({ success }) => (
        <StatusLabel tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</StatusLabel>
      ),
    },
  ]
  return (
    <DataTable
      caption="Activity, the latest first"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
    />
  )
}
