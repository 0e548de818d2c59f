import { Button, makeStyles } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import type { UserActivity } from '@tenantscope/contract/users'
import { useEffect } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { activityQuery } from './users.queries.ts'

const useStyles = makeStyles({
  time: { fontVariantNumeric: 'tabular-nums' },
  more: { marginTop: '12px' },
})

/** The entries, newest first, page by page. */
export function ActivityLog({ userId }: { userId: UserId }) {
  const styles = useStyles()
  const log = useInfiniteQuery(activityQuery(userId))
  const { error } = log
  // Specification section 8: its failures are told by a toast.
  useEffect(() => {
    if (error !== null) showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) })
  }, [error])
  if (log.isPending) return <PageSpinner text="Loading the activity log..." />
  if (log.data === undefined)
    return (
      <LoadFailed
        title="The activity log could not be loaded"
        message={userMessageOf(log.error)}
        requestId={requestIdOf(log.error)}
        onRetry={() => void log.refetch()}
        retryLabel="Retry"
      />
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

const HEADERS = ['Date & Time', 'Action', 'Method', 'Details', 'Status'] as const

const WIDTHS = { 'Date & Time': 25, Action: 22, Method: 13, Details: 27, Status: 13 }

function Entries({ entries }: { entries: readonly UserActivity[] }) {
  const styles = useStyles()
  const format = useFormat()
  const rows = entries.map(({ id, timestamp, action, method, details, success }) => ({
    id,
    cells: {
      'Date & Time': <span className={styles.time}>{format.dateTime(timestamp)}</span>,
      Action: action,
      Method: method,
      Details: <ForeignText wrap>{details}</ForeignText>,
      Status: (
        <StatusLabel tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</StatusLabel>
      ),
    },
  }))
  return (
    <RecordTable
      caption="Activity, the latest first"
      headers={HEADERS}
      widths={WIDTHS}
      rows={rows}
    />
  )
}
