import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { useConsent } from '../../features/consent/use-consent.ts'
import type { ConsentFlow } from '../../features/consent/use-consent.ts'

export interface TenantConsentFlow extends ConsentFlow {
  /** Consent was given while the page is open. */
  hasSucceeded: boolean
  /** Undefined until it succeeds for the first time. */
  isSuccessShown: boolean | undefined
  closeSuccess: () => void
}

/** The consent of the tenant that the page shows; its success is told in a dialog (specification section 4). */
export function useTenantConsent(tenantId: TenantId): TenantConsentFlow {
  const [isSuccessShown, setIsSuccessShown] = useState<boolean>()
  const flow = useConsent({
    tenantId,
    popup: 'page',
    onSettled: ({ state }) => {
      if (state === 'succeeded') setIsSuccessShown(true)
    },
  })
  return {
    ...flow,
    hasSucceeded: isSuccessShown !== undefined,
    isSuccessShown,
    closeSuccess: () => setIsSuccessShown(false),
  }
}
