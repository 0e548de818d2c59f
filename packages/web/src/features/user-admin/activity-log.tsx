import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import type { UserActivity } from '@tenantscope/contract/users'
import { useEffect } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { activityQuery } from './users.queries.ts'

const NARROW = '@media (max-width: 720px)'

const useStyles = makeStyles({
  // On a phone each entry is a block of lines.
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [NARROW]: { display: 'block' },
  },
  caption: HIDDEN_FROM_SIGHT,
  heads: { [NARROW]: { display: 'none' } },
  head: {
    ...typographyStyles.caption1Strong,
    padding: '4px 16px 4px 0',
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
  body: { [NARROW]: { display: 'block' } },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    [NARROW]: { display: 'block', padding: '8px 0' },
  },
  cell: {
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
    [NARROW]: { display: 'block', padding: 0 },
  },
  time: { whiteSpace: 'nowrap', [NARROW]: { fontWeight: tokens.fontWeightSemibold } },
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

const COLUMNS = ['Date & Time', 'Action', 'Method', 'Details', 'Status']

function Entries({ entries }: { entries: readonly UserActivity[] }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Activity, the latest first</caption>
      <thead className={styles.heads}>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={styles.head}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {entries.map(({ id, timestamp, action, method, details, success }) => (
          <tr key={id} className={styles.row}>
            <td className={mergeClasses(styles.cell, styles.time)}>{format.dateTime(timestamp)}</td>
            <td className={styles.cell}>{action}</td>
            <td className={styles.cell}>{method}</td>
            <td className={styles.cell}>
              <ForeignText wrap>{details}</ForeignText>
            </td>
            <td className={styles.cell}>
              <StatusLabel tone={success ? 'good' : 'bad'}>
                {success ? 'Success' : 'Failed'}
              </StatusLabel>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
