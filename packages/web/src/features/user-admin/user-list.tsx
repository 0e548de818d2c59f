import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AdminUser } from '@tenantscope/contract/users'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { UserTable } from './user-table.tsx'
import { usersQuery } from './users.queries.ts'
import type { UserKind } from './users.queries.ts'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

interface UserListProps {
  q: string
  kind: UserKind
  onSetPassword: (user: AdminUser) => void
}

/** The people that were asked for, page by page. */
export function UserList({ q, kind, onSetPassword }: UserListProps) {
  const styles = useStyles()
  const users = useInfiniteQuery(usersQuery({ q, kind }))
  if (users.isPending) return <PageSpinner text="Loading users..." />
  if (users.data === undefined)
    return (
      <LoadFailed
        title="Failed to load users"
        message={userMessageOf(users.error)}
        requestId={requestIdOf(users.error)}
        onRetry={() => void users.refetch()}
        retryLabel="Retry"
      />
    )
  const shown = users.data.pages.flatMap((page) => page.users)
  return (
    <div className={styles.list} aria-busy={users.isPlaceholderData}>
      {users.isError && (
        <RereadFailed
          title="The users could not be loaded again."
          message={userMessageOf(users.error)}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState title="No users found" text="Try another search or filter." />
      ) : (
        <UserTable users={shown} onSetPassword={onSetPassword} />
      )}
      <ListFoot
        shown={shown.length}
        total={users.data.pages.at(-1)?.total ?? 0}
        hasMore={users.hasNextPage}
        isLoading={users.isFetchingNextPage}
        onMore={() => void users.fetchNextPage()}
      />
    </div>
  )
}

interface ListFootProps {
  shown: number
  total: number
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

function ListFoot({ shown, total, hasMore, isLoading, onMore }: ListFootProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <div className={styles.foot}>
      <output className={styles.count}>
        Showing {format.number(shown)} of {format.number(total)}
      </output>
      {hasMore && (
        <Button disabledFocusable={isLoading} onClick={onMore}>
          {isLoading ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </div>
  )
}
