import { MenuGroup, MenuGroupHeader, MenuItem, MenuList } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'

import { copyText } from '../../ui/copy-text.ts'
import { HangingMenu } from '../../ui/hanging-menu.tsx'
import type { ButtonMenu } from '../../ui/use-menu-button.ts'
import type { EditLicense } from './licenses-view.ts'

interface EditMenuEntriesProps {
  menu: ButtonMenu
  license: License
  onEdit: EditLicense
}

/** What can be changed of a license, and its SKU ID; loaded when the menu is first near. */
export function EditMenuEntries({ menu, license, onEdit }: EditMenuEntriesProps) {
  const { skuId, price } = license
  return (
    <HangingMenu {...menu} align="start">
      <MenuList aria-label="Edit license">
        <MenuItem onClick={() => onEdit({ what: 'name', license })}>Edit name</MenuItem>
        <MenuItem onClick={() => onEdit({ what: 'type', license })}>Change type</MenuItem>
        <MenuItem onClick={() => onEdit({ what: 'price', license })}>
          {price === null ? 'Set price' : 'Change price'}
        </MenuItem>
        <MenuGroup>
          <MenuGroupHeader>SKU ID: {skuId}</MenuGroupHeader>
          <MenuItem onClick={() => void copyText(skuId)}>Copy SKU ID</MenuItem>
        </MenuGroup>
      </MenuList>
    </HangingMenu>
  )
}
