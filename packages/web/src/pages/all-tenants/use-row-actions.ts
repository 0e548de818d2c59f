import { useNavigate } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'
import type { ReportOrder } from '@tenantscope/contract/reports'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useMemo, useRef, useState } from 'react'

/** The dialog that a row opened. */
export type OpenedOver =
  | { kind: 'details' | 'settings' | 'report'; tenantId: TenantId }
  | { kind: 'share'; tenantId: TenantId; order: ReportOrder | undefined }
  | { kind: 'menu'; tenantId: TenantId; button: HTMLElement }

/** The row actions; the object never changes, so that rows are not rendered again. */
export function useRowActions(startConsent: ((tenantId: TenantId) => void) | null) {
  const navigate = useNavigate()
  const consent = useRef(startConsent)
  useEffect(() => {
    consent.current = startConsent
  })
  const mayConsent = startConsent !== null
  const [opened, setOpened] = useState<OpenedOver | null>(null)
  const actions = useMemo<RowActions>(
    () => ({
      open: ({ id }) => void navigate({ to: '/tenant/$tenantId', params: { tenantId: id } }),
      openMfa: ({ id }) =>
        void navigate({ to: '/tenant/$tenantId', params: { tenantId: id }, hash: 'mfa' }),
      openSecurity: ({ id }) =>
        void navigate({
          to: '/tenant/$tenantId',
          params: { tenantId: id },
          search: { tab: 'security' },
        }),
      openSavings: ({ id }) =>
        void navigate({
          to: '/tenant/$tenantId',
          params: { tenantId: id },
          search: { tab: 'licenses' },
          hash: 'savings',
        }),
      runReport: ({ id }) => setOpened({ kind: 'report', tenantId: id }),
      // Both consent and sharing require a technician (decisions.md, Roles).
      shareReport: mayConsent
        ? ({ id }, order) => setOpened({ kind: 'share', tenantId: id, order })
        : null,
      showDetails: ({ id }) => setOpened({ kind: 'details', tenantId: id }),
      showSettings: ({ id }) => setOpened({ kind: 'settings', tenantId: id }),
      grantConsent: mayConsent ? ({ id }) => consent.current?.(id) : null,
      showMenu: ({ id }, button) => setOpened({ kind: 'menu', tenantId: id, button }),
    }),
    [navigate, mayConsent],
  )
  return {
    actions,
    opened,
    /** Closes what is open, if it is of that kind: a menu closes after its entry has opened a dialog. */
    close: (kind: OpenedOver['kind']) =>
      setOpened((current) => (current?.kind === kind ? null : current)),
  }
}

/** The row actions: one object for all rows, and the same one in every render. */
export interface RowActions {
  open: (tenant: TenantListItem) => void
  openSavings: (tenant: TenantListItem) => void
  /** Opens the reasons of the MFA verdict. */
  openMfa: (tenant: TenantListItem) => void
  /** Opens the checks of a tenant. */
  openSecurity: (tenant: TenantListItem) => void
  /** Begins a report of a tenant; see `canReport`. */
  runReport: (tenant: TenantListItem) => void
  /** Makes a link to a report, of everything where nothing was selected. Null for people who may not. */
  shareReport: ((tenant: TenantListItem, order?: ReportOrder) => void) | null
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
