import { MenuItem, MenuList } from '@fluentui/react-components'
import { CalendarClock20Regular } from '@fluentui/react-icons/svg/calendar-clock'
import { DocumentSettings20Regular } from '@fluentui/react-icons/svg/document-settings'
import { Link20Regular } from '@fluentui/react-icons/svg/link'

import { useCurrentUser } from '../../lib/current-user.ts'
import { HangingMenu } from '../../ui/hanging-menu.tsx'
import type { ButtonMenu } from '../../ui/use-menu-button.ts'
import type { ReportsDialogId } from './all-tenants-view.ts'

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
