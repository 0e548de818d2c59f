import {
  makeStyles,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemCheckbox,
  MenuList,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { CalendarClock20Regular } from '@fluentui/react-icons/svg/calendar-clock'
import { DocumentSettings20Regular } from '@fluentui/react-icons/svg/document-settings'
import { Link20Regular } from '@fluentui/react-icons/svg/link'

import { useCurrentUser } from '../../lib/current-user.ts'
import { HangingMenu } from '../../ui/hanging-menu.tsx'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import type { ButtonMenu } from '../../ui/use-menu-button.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'
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
      Some columns do not fit in this window. Their values are in each tenant’s details.
    </p>
  )
}

interface ReportsMenuEntriesProps {
  menu: ButtonMenu
  onChoose: (dialog: ReportsDialogId) => void
}

/** The menu's entries; loaded when the menu is first near. */
export function ReportsMenuEntries({ menu, onChoose }: ReportsMenuEntriesProps) {
  const { isAdmin } = useCurrentUser()
  return (
    <HangingMenu {...menu} align="start">
      <MenuList aria-label="Reports">
        <MenuItem icon={<Link20Regular />} onClick={() => onChoose('links')}>
          Shared links
        </MenuItem>
        <MenuItem icon={<CalendarClock20Regular />} onClick={() => onChoose('schedules')}>
          Scheduled reports
        </MenuItem>
        {isAdmin && (
          <MenuItem icon={<DocumentSettings20Regular />} onClick={() => onChoose('settings')}>
            Report settings
          </MenuItem>
        )}
      </MenuList>
    </HangingMenu>
  )
}
