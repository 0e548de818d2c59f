import {
  makeStyles,
  MenuGroup,
  MenuGroupHeader,
  MenuItemCheckbox,
  MenuList,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'

import { HangingMenu } from '../../ui/hanging-menu.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { ButtonMenu } from '../../ui/use-menu-button.ts'
import { asColumns, CHOOSABLE_COLUMNS, columnsFor, layoutOf } from './tenant-columns.ts'
import type { ChoosableColumn } from './tenant-columns.ts'

const useStyles = makeStyles({
  note: {
    ...typographyStyles.caption1,
    maxWidth: '200px',
    margin: '4px 8px 8px',
    color: tokens.colorNeutralForeground2,
  },
})

interface ColumnsMenuEntriesProps {
  menu: ButtonMenu
  columns: readonly ChoosableColumn[]
  onChoose: (columns: readonly ChoosableColumn[]) => void
}

/** The columns that may come and go; loaded when the menu is first near. */
export function ColumnsMenuEntries({ menu, columns, onChoose }: ColumnsMenuEntriesProps) {
  return (
    <HangingMenu
      {...menu}
      align="start"
      checkedValues={{ columns: [...columns] }}
      onCheckedValueChange={(_, { checkedItems }) => onChoose(asColumns(checkedItems))}
    >
      <MenuList aria-label="Columns">
        <MenuGroup>
          <MenuGroupHeader>Beside the name</MenuGroupHeader>
          {CHOOSABLE_COLUMNS.map(({ id, header }) => (
            <MenuItemCheckbox key={id} name="columns" value={id}>
              {header}
            </MenuItemCheckbox>
          ))}
        </MenuGroup>
      </MenuList>
      <NoRoomNote columns={columns} />
    </HangingMenu>
  )
}

function NoRoomNote({ columns }: Pick<ColumnsMenuEntriesProps, 'columns'>) {
  const styles = useStyles()
  const layout = layoutOf(columns)
  const shown = columnsFor(layout, useBreakpoint(layout.breakpoints))
  if (shown.length === layout.columns.length) return null
  return (
    <p className={styles.note}>
      Some of these have no room in this window. What they say is in each tenant’s details.
    </p>
  )
}
