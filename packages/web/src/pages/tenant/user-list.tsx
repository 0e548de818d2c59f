/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a box that scrolls, which table elements do not allow */
import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { USER_LIST_PX } from '@tenantscope/contract/limits'
import { useRef } from 'react'

import { useUserRows } from '../../lib/use-user-rows.ts'
import { USER_ROW_STYLE, useUserRowHeight } from './user-list-layout.ts'
import { UserRow } from './user-row.tsx'

const useStyles = makeStyles({
  header: {
    ...USER_ROW_STYLE,
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 719px)': { display: 'none' },
  },
  // The rows' scroll bar takes its width from them, not from the header.
  beside: { scrollbarGutter: 'stable', overflowY: 'hidden' },
  column: {
    ...typographyStyles.caption1Strong,
    color: tokens.colorNeutralForeground2,
  },
  number: { textAlign: 'end' },
  scroller: {
    maxHeight: `${USER_LIST_PX}px`,
    overflowY: 'auto',
    overflowX: 'hidden',
    scrollbarGutter: 'stable',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  rows: { position: 'relative' },
})

interface UserListProps {
  users: readonly TenantUser[]
  /** Many people scroll in a box of their own; a few stand on the page. */
  isScrolled: boolean
  linkedId: string | undefined
}

/** People by name: who they are, what is special about the account, and which licenses they hold. */
export function UserList({ users, isScrolled, linkedId }: UserListProps) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
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
            <span key={name} role="columnheader" className={styles.column}>
              {name}
            </span>
          ))}
          <span role="columnheader" className={mergeClasses(styles.column, styles.number)}>
            Count
          </span>
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
            />
          ))}
        </div>
      </div>
    </div>
  )
}
