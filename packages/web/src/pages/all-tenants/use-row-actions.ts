import { useNavigate } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useEffect, useMemo, useRef, useState } from 'react'

import type { RowActions } from './row-actions.ts'

/** What a row opened over the table. */
export type OpenedOver =
  | { kind: 'details' | 'settings' | 'report'; tenantId: TenantId }
  | { kind: 'share'; tenantId: TenantId; selection: ReportSelection | undefined }
  | { kind: 'menu'; tenantId: TenantId; button: HTMLElement }

interface RowActionsState {
  actions: RowActions
  opened: OpenedOver | null
  /** Closes what is open, of that kind: a menu closes after its choice has opened something else. */
  close: (kind: OpenedOver['kind']) => void
}

/** What rows can do; the object never changes, so that rows need not be drawn again. */
export function useRowActions(
  startConsent: ((tenantId: TenantId) => void) | null,
): RowActionsState {
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
      openSavings: ({ id }) =>
        void navigate({
          to: '/tenant/$tenantId',
          params: { tenantId: id },
          search: { tab: 'licenses' },
          hash: 'savings',
        }),
      runReport: ({ id }) => setOpened({ kind: 'report', tenantId: id }),
      // Whoever may ask for consent may share: both begin with technicians (decisions.md, Roles).
      shareReport: mayConsent
        ? ({ id }, selection) => setOpened({ kind: 'share', tenantId: id, selection })
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
    close: (kind) => setOpened((current) => (current?.kind === kind ? null : current)),
  }
}
