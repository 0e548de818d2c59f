import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components'
import { Info20Regular } from '@fluentui/react-icons/svg/info'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import { ShieldKeyhole20Regular } from '@fluentui/react-icons/svg/shield-keyhole'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { isToBeGranted } from './access-hint.ts'
import type { RowActions } from './row-actions.ts'

interface RowMenuProps {
  tenant: TenantListItem
  /** Where it hangs; it has the focus again afterwards. */
  button: HTMLElement
  actions: RowActions
  onClose: () => void
}

/** A row's actions on a small screen: one menu for all rows, made when it is asked for. */
export function RowMenu({ tenant, button, actions, onClose }: RowMenuProps) {
  return (
    <Menu
      open
      positioning={{ target: button, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => {
        if (open) return
        onClose()
        button.focus()
      }}
    >
      <MenuPopover>
        <MenuList aria-label={`Actions for ${tenant.displayName}`}>
          <MenuItem icon={<Info20Regular />} onClick={() => actions.showDetails(tenant)}>
            View details
          </MenuItem>
          {actions.grantConsent && isToBeGranted(tenant) && (
            <MenuItem
              icon={<ShieldKeyhole20Regular />}
              onClick={() => actions.grantConsent?.(tenant)}
            >
              Grant consent
            </MenuItem>
          )}
          <MenuItem icon={<Settings20Regular />} onClick={() => actions.showSettings(tenant)}>
            Settings
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
