import type { Consent } from '@tenantscope/contract/consent'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import type { ConsentPopupKind } from './consent-popup.ts'
import { useConsents } from './use-consents.ts'
import type { ConsentPhase, ConsentStep } from './use-consents.ts'

interface ConsentOptions {
  /** Null: the own directory. */
  tenantId: TenantId | null
  popup: ConsentPopupKind
  /** The consent has ended, well or not; what is on screen of tenants is read again by itself. */
  onSettled?: (consent: Consent) => void
}

/** One tenant's consent; `ConsentProgress` shows it. */
export interface ConsentFlow extends Pick<ConsentStep, 'consent' | 'link'> {
  phase: ConsentPhase
  /** Opens Microsoft's consent page in a window: only within a click. */
  start: () => void
}

/** Gets one tenant's consent and follows it to its end. */
export function useConsent({ tenantId, popup, onSettled }: ConsentOptions): ConsentFlow {
  const [settled, setSettled] = useState<Consent | null>(null)
  const { start, steps } = useConsents({
    popup,
    onSettled: (consent, askedFor) => {
      if (askedFor !== tenantId) return
      setSettled(consent)
      onSettled?.(consent)
    },
  })
  const step = steps.findLast((each) => each.tenantId === tenantId)
  return {
    start: () => start(tenantId),
    phase: step?.phase ?? 'idle',
    consent: step ? step.consent : settled,
    link: step?.link ?? null,
  }
}
