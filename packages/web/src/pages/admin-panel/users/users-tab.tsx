import {
  Button,
  makeStyles,
  SearchBox,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { PeopleAdd20Regular } from '@fluentui/react-icons/svg/people-add'
import { PersonAdd20Regular } from '@fluentui/react-icons/svg/person-add'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserId } from '@tenantscope/contract/ids'
import type { AdminUser } from '@tenantscope/contract/users'
import { useState } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RereadFailed } from '../../../ui/reread-failed.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { UserTable } from './user-table.tsx'
import type { UserKind } from './users.queries.ts'
import { usersQuery } from './users.queries.ts'

const useStyles = makeStyles({
  buttons: { marginInlineStart: 'auto' },
  button: { whiteSpace: 'nowrap' },
  search: { flex: '1 1 240px', maxWidth: '360px', minWidth: 0 },
  select: { flex: '0 1 auto', minWidth: '160px' },
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

const ManageUserDialog = lazyPart(
  async () => (await import('./manage-user-dialog.tsx')).ManageUserDialog,
)
const SetPasswordDialog = lazyPart(
  async () => (await import('./set-password-dialog.tsx')).SetPasswordDialog,
)
const AddAdministratorDialog = lazyPart(
  async () => (await import('./add-administrator-dialog.tsx')).AddAdministratorDialog,
)
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** The dialog over the list; a user's, and an import that a link asks for, are in the URL instead. */
type Over = { kind: 'import' | 'add' } | { kind: 'password'; user: AdminUser }

/** The people with an account. */
export function UsersTab() {
  const styles = useStyles()
  const { q = '', type, user, dialog } = useSearch({ from: '/admin-panel' })
  const navigate = useNavigate({ from: '/admin-panel' })
  const [over, setOver] = useState<Over | null>(null)
  const close = () => {
    setOver(null)
    if (dialog !== undefined) change({ dialog: undefined })
  }
  const kind = kindOf(type)
  const managed = UserId.safeParse(user)

  const change = (search: {
    q?: string | undefined
    type?: UserKind | undefined
    user?: undefined
    dialog?: undefined
  }) =>
    void navigate({
      search: (previous) => ({ ...previous, ...search }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Stack gap={12}>
      <Stack row wrap gap={8} align="center">
        <UserFilters
          q={q}
          kind={kind}
          onSearch={(words) => change({ q: words === '' ? undefined : words })}
          onChoose={(chosen) => change({ type: chosen === 'all' ? undefined : chosen })}
        />
        <Stack row wrap gap={8} className={styles.buttons}>
          <Button
            {...RETURNS_FOCUS}
            className={styles.button}
            icon={<PersonAdd20Regular />}
            onClick={() => setOver({ kind: 'add' })}
          >
            Add local administrator
          </Button>
          <Button
            {...RETURNS_FOCUS}
            className={styles.button}
            appearance="primary"
            icon={<PeopleAdd20Regular />}
            onClick={() => setOver({ kind: 'import' })}
          >
            Import from Microsoft
          </Button>
        </Stack>
      </Stack>
      <UserList q={q} kind={kind} onSetPassword={(user) => setOver({ kind: 'password', user })} />
      <LaterPart>
        {managed.success && (
          <ManageUserDialog
            key={managed.data}
            userId={managed.data}
            onClose={() => change({ user: undefined })}
          />
        )}
        {over?.kind === 'password' && <SetPasswordDialog user={over.user} onClose={close} />}
        {over?.kind === 'add' && <AddAdministratorDialog onClose={close} />}
        {(over?.kind === 'import' || dialog === 'import') && <ImportDialog onClose={close} />}
      </LaterPart>
    </Stack>
  )
}

const KINDS = {
  all: 'All',
  local: 'Local',
  microsoft: 'Microsoft',
  administrators: 'Administrators',
  disabled: 'Disabled',
} as const satisfies Record<UserKind, string>

/** Returns the kind in the address; unknown ones are all. */
function kindOf(type: string | undefined): UserKind {
  return (
    Object.keys(KINDS)
      .filter(isKind)
      .find((kind) => kind === type) ?? 'all'
  )
}

function isKind(name: string): name is UserKind {
  return name in KINDS
}

interface UserFiltersProps {
  q: string
  kind: UserKind
  onSearch: (q: string) => void
  onChoose: (kind: UserKind) => void
}

/** The search field and the filter by kind. */
function UserFilters({ q, kind, onSearch, onChoose }: UserFiltersProps) {
  const styles = useStyles()
  const [text, setText] = useTypedSearch(q, onSearch)
  return (
    <>
      <SearchBox
        className={styles.search}
        aria-label="Search users"
        placeholder="Search name, user name or e-mail..."
        maxLength={200}
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <Select
        className={styles.select}
        aria-label="Show"
        value={kind}
        onChange={(_, { value }) => onChoose(kindOf(value))}
      >
        {Object.entries(KINDS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </>
  )
}

interface UserListProps {
  q: string
  kind: UserKind
  onSetPassword: (user: AdminUser) => void
}

/** The people that were asked for, page by page. */
function UserList({ q, kind, onSetPassword }: UserListProps) {
  const users = useInfiniteQuery(usersQuery({ q, kind }))
  if (users.isPending) return <PageSpinner text="Loading users..." />
  if (users.data === undefined)
    return <LoadFailed title="Failed to load users" query={users} retryLabel="Retry" />
  const shown = users.data.pages.flatMap((page) => page.users)
  return (
    <Stack gap={12} aria-busy={users.isPlaceholderData}>
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
    </Stack>
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
    <Stack row wrap gap={16} lineGap={8} align="center">
      <output className={styles.count}>
        Showing {format.number(shown)} of {format.number(total)}
      </output>
      {hasMore && (
        <Button disabledFocusable={isLoading} onClick={onMore}>
          {isLoading ? 'Loading...' : 'Load more'}
        </Button>
      )}
    </Stack>
  )
}
