/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a box that scrolls, which table elements do not allow */
import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  Tooltip,
  typographyStyles,
} from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USER_LIST_PX } from '@tenantscope/contract/limits'
import { Fragment, useRef } from 'react'

import { LINKED_ITEM_STYLE, useLinkedItem } from '../../features/tenant-insight/use-linked-item.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useCompactView, useFormat } from '../../lib/preferences.ts'
import { useUserRows } from '../../lib/use-user-rows.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { useLaterPanel } from '../../ui/use-later-panel.tsx'

/** The cells of a row, side by side or one below the other. */
const USER_ROW_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr) 104px',
  alignItems: 'center',
  columnGap: '16px',
  boxSizing: 'border-box',
  padding: '0 8px',
  '@media (max-width: 719px)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gridTemplateRows: 'auto auto auto',
    alignContent: 'center',
    columnGap: '8px',
    rowGap: '4px',
    padding: '0 4px',
  },
} as const

const useStyles = makeStyles({
  header: {
    ...USER_ROW_STYLE,
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 719px)': { display: 'none' },
  },
  // The rows' scroll bar takes its width from them, not from the header.
  beside: { scrollbarGutter: 'stable', overflowY: 'hidden' },
  number: { textAlign: 'end' },
  scroller: {
    maxHeight: `${USER_LIST_PX}px`,
    overflowY: 'auto',
    overflowX: 'hidden',
    scrollbarGutter: 'stable',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  rows: { position: 'relative' },
  row: {
    ...USER_ROW_STYLE,
    position: 'absolute',
    insetInline: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  linked: { backgroundColor: LINKED_ITEM_STYLE.backgroundColor },
  person: { minWidth: 0, overflow: 'hidden' },
  badges: {
    display: 'flex',
    gap: '4px',
    overflow: 'hidden',
    '@media (max-width: 719px)': { gridRow: 2, gridColumn: '1 / -1' },
  },
  licenses: { minWidth: 0, '@media (max-width: 719px)': { gridRow: 3, gridColumn: '1 / -1' } },
  count: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 719px)': { gridRow: 1, gridColumn: 2 },
  },
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
  const scroller = useRef<HTMLDivElement>(null)
  const { open, panel } = useLaterPanel<TenantUser>(({ item, ...state }) => (
    <PersonPanel user={item} {...state} />
  ))
  const rowHeight = useUserRowHeight()
  const { totalHeight, visible } = useUserRows({
    users,
    scroller,
    rowHeight,
    isScrolled,
    keptId: linkedId,
  })
  return (
    <div role="table" aria-label="People of this tenant" aria-rowcount={users.length + 1}>
      <div role="rowgroup" className={isScrolled ? styles.beside : undefined}>
        <div role="row" aria-rowindex={1} className={styles.header}>
          {['Person', 'Account', 'Licenses'].map((name) => (
            <Text key={name} role="columnheader" variant="captionStrong" muted>
              {name}
            </Text>
          ))}
          <Text role="columnheader" variant="captionStrong" muted className={styles.number}>
            License count
          </Text>
        </div>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        className={isScrolled ? styles.scroller : undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must scroll from the keyboard too
        tabIndex={isScrolled ? 0 : undefined}
      >
        <div role="presentation" className={styles.rows} style={{ height: totalHeight }}>
          {visible.map(({ index, start, user }) => (
            <UserRow
              key={user.id}
              user={user}
              rowIndex={index + 2}
              place={{ top: start, height: rowHeight }}
              isLinked={user.id === linkedId}
              onOpen={open}
            />
          ))}
        </div>
      </div>
      {panel}
    </div>
  )
}

/** From this width on each person is one line of columns. */
const COLUMNS_FROM_PX = 720

/** How high each person's row is: all are alike, so that a long list need not measure them. */
export function useUserRowHeight(): number {
  const isCompact = useCompactView()
  if (useBreakpoint([COLUMNS_FROM_PX]) < COLUMNS_FROM_PX) return isCompact ? 92 : 100
  return isCompact ? 44 : 52
}

interface UserRowProps {
  user: TenantUser
  rowIndex: number
  place: { top: number; height: number }
  /** Singled out by the address. */
  isLinked: boolean
  onOpen: (user: TenantUser) => void
}

/** One person of the tenant. */
function UserRow({ user, rowIndex, place, isLinked, onOpen }: UserRowProps) {
  const styles = useStyles()
  const format = useFormat()
  const row = useLinkedItem<HTMLDivElement>(isLinked)
  const address = user.email ?? user.userPrincipalName
  return (
    <div
      ref={row}
      role="row"
      tabIndex={-1}
      aria-rowindex={rowIndex}
      aria-current={isLinked || undefined}
      className={mergeClasses(styles.row, isLinked && styles.linked)}
      style={place}
    >
      <div role="cell" className={styles.person}>
        <RowButton onClick={() => onOpen(user)}>
          <ForeignText variant="body">{user.name}</ForeignText>
        </RowButton>
        {address !== null && address !== user.name && (
          <ForeignText variant="caption" muted>
            {address}
          </ForeignText>
        )}
      </div>
      <div role="cell" className={styles.badges}>
        <AccountBadges user={user} />
      </div>
      <div role="cell" className={styles.licenses}>
        <UserLicenses names={user.licenses} />
      </div>
      <div role="cell" className={styles.count}>
        {format.number(user.licenses.length)}
      </div>
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
