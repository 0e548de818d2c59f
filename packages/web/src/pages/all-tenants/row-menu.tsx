import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components'
import { DocumentData20Regular } from '@fluentui/react-icons/svg/document-data'
import { Info20Regular } from '@fluentui/react-icons/svg/info'
import { Link20Regular } from '@fluentui/react-icons/svg/link'
import { Settings20Regular } from '@fluentui/react-icons/svg/settings'
import { ShieldKeyhole20Regular } from '@fluentui/react-icons/svg/shield-keyhole'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { isToBeGranted } from './access-hint.ts'
import { canReport } from './use-row-actions.ts'
import type { RowActions } from './use-row-actions.ts'

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
          <MenuItem
            icon={<DocumentData20Regular />}
            disabled={!canReport(tenant)}
            {...(canReport(tenant) ? {} : { subText: 'This tenant has not been read yet' })}
            onClick={() => actions.runReport(tenant)}
          >
            Run report
          </MenuItem>
          {actions.shareReport && (
            <MenuItem
              icon={<Link20Regular />}
              disabled={!canReport(tenant)}
              onClick={() => actions.shareReport?.(tenant)}
            >
              Share report
            </MenuItem>
          )}
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
