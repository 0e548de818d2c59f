/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only the visible options exist, placed in a scrolling box, which a select element does not allow */
import {
  makeStyles,
  tokens,
  Badge,
  mergeClasses,
  typographyStyles,
} from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { useId, useRef, memo } from 'react'

import { isBlocked, isGuest } from '../../lib/report-selection.ts'
import { useUserRows } from '../../lib/use-user-rows.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { OptionBox, useOptionStyles } from './option-box.tsx'
import { useOptionKeys } from './use-option-keys.ts'

const ROW_PX = 52

const useStyles = makeStyles({
  rows: { position: 'relative' },
  option: {
    position: 'absolute',
    insetInline: 0,
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '12px',
    boxSizing: 'border-box',
    padding: '0 8px',
    contain: 'strict',
    '@media (max-width: 640px)': { gridTemplateColumns: '20px minmax(0, 1fr) auto' },
  },
  person: { minWidth: 0 },

  licenses: {
    ...typographyStyles.caption1,
    textAlign: 'end',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 640px)': { display: 'none' },
  },
})

interface UserOptionsProps {
  users: readonly TenantUser[]
  chosen: ReadonlySet<string>
  /** The selected licenses: each person shows those of them that they hold. */
  licenseIds: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/** A list of users to select; only the visible rows are rendered. */
export function UserOptions({ users, chosen, licenseIds, onChoose }: UserOptionsProps) {
  const styles = useStyles()
  const common = useOptionStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { active, ...handlers } = useOptionKeys({
    items: users,
    chosen,
    rowHeight: ROW_PX,
    scroller,
    reveal: (index) => scroller.current && bringIntoSight(scroller.current, index * ROW_PX),
    onChoose,
  })
  const { totalHeight, visible } = useUserRows({
    users,
    scroller,
    rowHeight: ROW_PX,
    isScrolled: true,
    keptId: active?.id,
  })
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Users of this report"
      aria-multiselectable
      aria-activedescendant={active && optionId(listId, active)}
      tabIndex={0}
      className={common.scroller}
      {...handlers}
    >
      <div role="presentation" className={styles.rows} style={{ height: totalHeight }}>
        {visible.map(({ index, start, user }) => (
          <UserOption
            key={user.id}
            id={optionId(listId, user)}
            user={user}
            licenseIds={licenseIds}
            index={index}
            count={users.length}
            top={start}
            height={ROW_PX}
            isChosen={chosen.has(user.id)}
            isActive={user.id === active?.id}
          />
        ))}
      </div>
    </div>
  )
}

function bringIntoSight(box: HTMLElement, top: number): void {
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + ROW_PX > box.scrollTop + box.clientHeight)
    box.scrollTop = top + ROW_PX - box.clientHeight
}

function optionId(listId: string, { id }: TenantUser): string {
  return `${listId}${id}`
}

interface UserOptionProps {
  id: string
  user: TenantUser
  licenseIds: ReadonlySet<string>
  index: number
  count: number
  top: number
  height: number
  isChosen: boolean
  isActive: boolean
}

/** An option for one user; renders again only when its properties change. */
const UserOption = memo(function UserOption(props: UserOptionProps) {
  const { id, user, licenseIds, index, count, top, height, isChosen, isActive } = props
  const styles = useStyles()
  const common = useOptionStyles()
  const address = user.email ?? user.userPrincipalName
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      className={mergeClasses(common.option, styles.option, isActive && common.active)}
      style={{ top, height }}
    >
      <OptionBox isChosen={isChosen} />
      <div className={styles.person}>
        <ForeignText variant="body">{user.name}</ForeignText>
        {address !== null && address !== user.name && (
          <ForeignText variant="caption" muted>
            {address}
          </ForeignText>
        )}
      </div>
      <Stack as="span" row gap={4}>
        {isGuest(user) && (
          <Badge appearance="tint" color="brand">
            Guest
          </Badge>
        )}
        {isBlocked(user) && (
          <Badge appearance="tint" color="danger">
            Blocked
          </Badge>
        )}
      </Stack>
      <ForeignText className={styles.licenses}>{heldNames(user, licenseIds)}</ForeignText>
    </div>
  )
})

function heldNames(user: TenantUser, licenseIds: ReadonlySet<string>): string {
  return user.licenses
    .filter((_, index) => licenseIds.has(user.licenseSkuIds[index] ?? ''))
    .join(', ')
}
