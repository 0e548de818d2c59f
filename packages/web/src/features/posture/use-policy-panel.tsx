import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { TenantId } from '@tenantscope/contract/ids'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { useLastShown } from '../../ui/use-last-shown.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the panel was opened from the list, to which 'back' returns. */
    isPanelOpenedHere?: boolean
  }
}

const PolicyPanel = lazyPart(async () => (await import('./policy-panel.tsx')).PolicyPanel)

/** The panel of the policy in the address, over any page whose address names one. */
export function usePolicyPanel(tenant: { id: TenantId; dataAsOf: string | null }) {
  const policyId = useSearch({ strict: false }).policy ?? null
  const isOpenedHere = useLocation({ select: ({ state }) => state.isPanelOpenedHere === true })
  const navigate = useNavigate()
  const router = useRouter()
  const show = (policy: string | undefined, isPanelOpenedHere: boolean) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, policy }),
      state: { isPanelOpenedHere },
      // The panel's address is replaced, where no list is behind it.
      replace: policy === undefined,
      resetScroll: false,
    })
  const close = () => {
    if (isOpenedHere) router.history.back()
    else show(undefined, false)
  }
  // The panel keeps its policy while it slides out.
  const shown = useLastShown(policyId)
  return {
    open: (id: string) => show(id, true),
    panel: shown !== null && (
      <LaterPart>
        <PolicyPanel tenant={tenant} policyId={shown} isOpen={policyId !== null} onClose={close} />
      </LaterPart>
    ),
  }
}
