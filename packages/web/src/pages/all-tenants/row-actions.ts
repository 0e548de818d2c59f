import type { TenantListItem } from '@tenantscope/contract/tenants'

/** What a row can ask for. One object for all rows, and the same one in every render. */
export interface RowActions {
  open: (tenant: TenantListItem) => void
  openSavings: (tenant: TenantListItem) => void
  showDetails: (tenant: TenantListItem) => void
  showSettings: (tenant: TenantListItem) => void
  /** Opens Microsoft's consent page: only within a click. Null for people who may not. */
  grantConsent: ((tenant: TenantListItem) => void) | null
  /** Shows the row's menu at the button that asks for it. */
  showMenu: (tenant: TenantListItem, button: HTMLElement) => void
}
