import { Badge, makeStyles, tokens, Tooltip, typographyStyles } from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USER_LIST_PX } from '@tenantscope/contract/limits'
import { Fragment, useRef } from 'react'

import { useLinkedItem } from '../../features/tenant-insight/use-linked-item.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useCompactView, useFormat } from '../../lib/preferences.ts'
import { useUserRows } from '../../lib/use-user-rows.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { useLaterPanel } from '../../ui/use-later-panel.tsx'

const useStyles = makeStyles({
  row: {
    columnGap: '16px',
    padding: '0 8px',
    '@media (max-width: 719px)': {
      gridTemplateRows: 'auto auto auto',
      alignContent: 'center',
      columnGap: '8px',
      rowGap: '4px',
      padding: '0 4px',
    },
  },
  person: { flexGrow: 1, minWidth: 0, overflow: 'hidden' },
  badges: {
    gap: '4px',
    overflow: 'hidden',
    '@media (max-width: 719px)': { gridRow: 2, gridColumn: '1 / -1' },
  },
  licenses: { '@media (max-width: 719px)': { gridRow: 3, gridColumn: '1 / -1' } },
  count: { '@media (max-width: 719px)': { gridRow: 1, gridColumn: 2 } },
  names: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3 },
  more: {
    ...typographyStyles.caption1,
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

const PersonPanel = lazyPart(async () => (await import('./person-panel.tsx')).PersonPanel)

interface UserListProps {
  users: readonly TenantUser[]
  /** Whether the list scrolls in its own box; a few users are shown on the page. */
  isScrolled: boolean
  linkedId: string | undefined
}

/** People by name: who they are, what is special about the account, and which licenses they hold. */
export function UserList({ users, isScrolled, linkedId }: UserListProps) {
  const styles = useStyles()
  const box = useRef<HTMLTableElement>(null)
  const { open, panel } = useLaterPanel<TenantUser>(({ item, ...state }) => (
    <PersonPanel user={item} {...state} />
  ))
  const { rowPx, isOneLine } = useUserRowShape()
  const { totalHeight, visible } = useUserRows({
    users,
    scroller: box,
    rowHeight: rowPx,
    isScrolled,
    keptId: linkedId,
  })
  const linked = useLinkedItem<HTMLTableRowElement>(users.some(({ id }) => id === linkedId))
  return (
    <>
      <DataTable
        caption="People of this tenant"
        columns={useColumns(open)}
        rows={users}
        rowId={({ id }) => id}
        rowClassName={styles.row}
        virtual={{
          tracks: isOneLine ? ONE_LINE : 'minmax(0, 1fr) auto',
          rowPx,
          totalPx: totalHeight,
          visible: visible.map(({ user, ...place }) => ({ key: user.id, ...place })),
          box: isScrolled ? { ref: box, maxPx: USER_LIST_PX + HEAD_PX } : undefined,
          areHeadsHidden: !isOneLine,
          linked: { id: linkedId, row: linked },
        }}
      />
      {panel}
    </>
  )
}

const ONE_LINE = 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr) 104px'
/** The headings above the rows. */
const HEAD_PX = 32

/** From this width on each person is one line of columns. */
const COLUMNS_FROM_PX = 720

/** Returns the height of each row, and whether it is one line. */
export function useUserRowShape(): { rowPx: number; isOneLine: boolean } {
  const isCompact = useCompactView()
  const isOneLine = useBreakpoint([COLUMNS_FROM_PX]) >= COLUMNS_FROM_PX
  if (!isOneLine) return { rowPx: isCompact ? 92 : 100, isOneLine }
  return { rowPx: isCompact ? 44 : 52, isOneLine }
}

function useColumns(open: (user: TenantUser) => void): readonly TableColumn<TenantUser>[] {
  const styles = useStyles()
  const format = useFormat()
  return [
    {
      header: 'Person',
      render: (user) => <Person user={user} onOpen={() => open(user)} />,
    },
    {
      header: 'Account',
      className: styles.badges,
      render: (user) => <AccountBadges user={user} />,
    },
    {
      header: 'Licenses',
      className: styles.licenses,
      render: ({ licenses }) => <UserLicenses names={licenses} />,
    },
    {
      header: 'License count',
      isNumber: true,
      className: styles.count,
      render: ({ licenses }) => format.number(licenses.length),
    },
  ]
}

/** The name, which opens the person, and the address. */
function Person({ user, onOpen }: { user: TenantUser; onOpen: () => void }) {
  const styles = useStyles()
  const address = user.email ?? user.userPrincipalName
  return (
    <div className={styles.person}>
      <RowButton onClick={onOpen}>
        <ForeignText variant="body">{user.name}</ForeignText>
      </RowButton>
      {address !== null && address !== user.name && (
        <ForeignText variant="caption" muted>
          {address}
        </ForeignText>
      )}
    </div>
  )
}

function AccountBadges({ user }: { user: TenantUser }) {
  const { isADSynced, isCloudOnly, userType, accountEnabled } = user
  return (
    <>
      {(isADSynced || isCloudOnly) && (
        <Badge appearance="outline" color="informative">
          {isADSynced ? 'Synced' : 'Cloud only'}
        </Badge>
      )}
      {userType === 'Guest' && (
        <Badge appearance="tint" color="brand">
          Guest
        </Badge>
      )}
      {accountEnabled === false && (
        <Badge appearance="tint" color="danger">
          Blocked
        </Badge>
      )}
    </>
  )
}

/** As many as a shared report names before '+N more' (specification section 9). */
const NAMED = 3

/** The names of a person's licenses, the first ones in one line. */
function UserLicenses({ names }: { names: readonly string[] }) {
  const styles = useStyles()
  if (names.length === 0) return <span className={styles.none}>None</span>
  const first = names.slice(0, NAMED)
  const more = names.slice(NAMED)
  return (
    <Stack row gap={8} align="center">
      <span className={styles.names} title={first.join(', ')}>
        {first.map((name, index) => (
          // Two SKUs can have one name; the list never changes its order.
          <Fragment key={`${name}-${index}`}>
            {index > 0 && ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </span>
      {more.length > 0 && (
        <Tooltip content={more.join(', ')} relationship="description" withArrow>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must open from the keyboard too */}
          <span className={styles.more} tabIndex={0}>
            +{more.length} more
          </span>
        </Tooltip>
      )}
    </Stack>
  )
}
