import type { ReportSelection } from '@tenantscope/contract/reports'
import type { TenantListItem } from '@tenantscope/contract/tenants'

/** What a row can ask for. One object for all rows, and the same one in every render. */
export interface RowActions {
  open: (tenant: TenantListItem) => void
  openSavings: (tenant: TenantListItem) => void
  /** Begins a report of a tenant; see `canReport`. */
  runReport: (tenant: TenantListItem) => void
  /** Makes a link to a report, of everything where nothing was selected. Null for people who may not. */
  shareReport: ((tenant: TenantListItem, selection?: ReportSelection) => void) | null
  showDetails: (tenant: TenantListItem) => void
  showSettings: (tenant: TenantListItem) => void
  /** Opens Microsoft's consent page: only within a click. Null for people who may not. */
  grantConsent: ((tenant: TenantListItem) => void) | null
  /** Shows the row's menu at the button that asks for it. */
  showMenu: (tenant: TenantListItem, button: HTMLElement) => void
}

/** Of what was never read there is nothing to report. */
export function canReport({ dataAsOf }: TenantListItem): boolean {
  return dataAsOf !== null
}
