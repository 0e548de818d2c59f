import { Menu, MenuPopover, useRestoreFocusTarget } from '@fluentui/react-components'
import type { MenuProps } from '@fluentui/react-components'
import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'

import type { ButtonMenu } from './use-menu-button.ts'

type HangingMenuProps = ButtonMenu &
  Pick<MenuProps, 'checkedValues' | 'onCheckedValueChange'> & {
    align: 'start' | 'end'
    offset?: number
    className?: string
    /** A list of entries, and what stands around it. */
    children: ReactNode
  }

/** A menu that hangs on a button which is there before the menu's code is. */
export function HangingMenu(props: HangingMenuProps) {
  const { button, isOpen, onClose, align, offset = 0, className, children, ...menu } = props
  useFocusComesBackTo(button)
  return (
    <Menu
      {...menu}
      open={isOpen}
      positioning={{ target: button, position: 'below', align, offset }}
      onOpenChange={(event, { open, type }) => {
        // The button closes its menu itself: closed here, its click would open it again.
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

/** What opens from an entry, a dialog for example, gives the focus back to the button. */
function useFocusComesBackTo(button: HTMLElement): void {
  const marks = useRestoreFocusTarget()
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(marks))
      if (typeof value === 'string') button.setAttribute(name, value)
  }, [button, marks])
}
