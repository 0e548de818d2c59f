import { Menu, MenuPopover } from '@fluentui/react-components'
import type { MenuProps } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import type { ButtonMenu } from './use-menu-button.ts'

type HangingMenuProps = ButtonMenu &
  Pick<MenuProps, 'checkedValues' | 'onCheckedValueChange'> & {
    align: 'start' | 'end'
    offset?: number
    className?: string
    /** The menu list and other content of the popover. */
    children: ReactNode
  }

/** A menu of a button that is rendered before the menu's code is loaded. */
export function HangingMenu(props: HangingMenuProps) {
  const { button, isOpen, onClose, align, offset = 0, className, children, ...menu } = props
  return (
    <Menu
      {...menu}
      open={isOpen}
      positioning={{ target: button, position: 'below', align, offset }}
      onOpenChange={(event, { open, type }) => {
        // The button closes its menu itself: if it were closed here, the click would open it again.
        if (open || (type === 'clickOutside' && isWithin(button, event.target))) return
        onClose()
        if (type !== 'clickOutside') button.focus()
      }}
    >
      <MenuPopover {...(className === undefined ? {} : { className })}>{children}</MenuPopover>
    </Menu>
  )
}

function isWithin(button: HTMLElement, target: EventTarget | null): boolean {
  return target instanceof Node && button.contains(target)
}
