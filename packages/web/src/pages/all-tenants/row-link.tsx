import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { MouseEvent } from 'react'

import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  link: {
    minWidth: 0,
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLinkHover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface RowLinkProps {
  tenant: TenantListItem
  tabIndex: number
  onOpen: (tenant: TenantListItem) => void
}

/**
 * The name that leads to the tenant's page. A bare anchor: the router's link costs more than the rest of
 * a row together, and scrolling makes new rows in every frame.
 */
export function RowLink({ tenant, tabIndex, onOpen }: RowLinkProps) {
  const styles = useStyles()
  return (
    <a
      href={`/tenant/${tenant.id}`}
      className={styles.link}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (wantsNewTab(event)) return
        event.preventDefault()
        onOpen(tenant)
      }}
    >
      <ForeignText>{tenant.displayName}</ForeignText>
    </a>
  )
}

function wantsNewTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}
