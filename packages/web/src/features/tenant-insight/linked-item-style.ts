import { tokens } from '@fluentui/react-components'

/** How an item looks that a link has singled out, as input of makeStyles. */
export const LINKED_ITEM_STYLE = {
  backgroundColor: tokens.colorBrandBackground2,
  boxShadow: `-12px 0 0 ${tokens.colorBrandBackground2}, 12px 0 0 ${tokens.colorBrandBackground2}`,
  outlineOffset: '4px',
} as const
