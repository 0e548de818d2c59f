/* oxlint-disable jsx-a11y/prefer-tag-over-role -- options that exist only in sight are placed in a box that scrolls, which a select element does not allow */
import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { useId, useRef } from 'react'

import { useUserRows } from '../../lib/use-user-rows.ts'
import { useOptionKeys } from './use-option-keys.ts'
import { UserOption } from './user-option.tsx'

const ROW_PX = 52

const useStyles = makeStyles({
  scroller: {
    flex: '1 1 auto',
    minHeight: '160px',
    overflowY: 'auto',
    overflowX: 'hidden',
    // A range is chosen with the Shift key, which would select text.
    userSelect: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  rows: { position: 'relative' },
})

interface UserOptionsProps {
  users: readonly TenantUser[]
  chosen: ReadonlySet<string>
  /** The selected licenses: each person shows those of them that they hold. */
  licenseIds: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
}

/** People to choose from; only those in sight are drawn, however many there are. */
export function UserOptions({ users, chosen, licenseIds, onChoose }: UserOptionsProps) {
  const styles = useStyles()
  const scroller = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { active, ...handlers } = useOptionKeys({
    users,
    chosen,
    rowHeight: ROW_PX,
    scroller,
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
      className={styles.scroller}
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

function optionId(listId: string, { id }: TenantUser): string {
  return `${listId}${id}`
}
