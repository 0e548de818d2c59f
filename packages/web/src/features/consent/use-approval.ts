import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { decideTenantApproval } from '@tenantscope/contract/consent'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { rereadAfterConsent } from './consent.queries.ts'

interface ApprovalOptions {
  /** The tenant is forgotten: what shows it has nothing to show any more. */
  onDeclined: () => void
}

/** Accepts a tenant that came through an invitation, or declines it; the choice is `isAccepted`. */
export function useApproval(
  { id, displayName }: Pick<TenantListItem, 'id' | 'displayName'>,
  { onDeclined }: ApprovalOptions,
) {
  const client = useQueryClient()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return useMutation({
    mutationFn: (isAccepted: boolean) =>
      call(decideTenantApproval, { params: { tenantId: id }, body: { isAccepted } }),
    onSuccess: async ({ isAccepted }) => {
      // Who has left what showed the tenant is somewhere else by now.
      if (!isAccepted && !isGone.current) onDeclined()
      await showAnew(client)
      showToast({
        intent: 'success',
        title: isAccepted ? 'Tenant Accepted' : 'Tenant Declined',
        text: isAccepted ? `${displayName} is being read now.` : `${displayName} is forgotten.`,
      })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Approval Failed', text: userMessageOf(error) })
      // Somebody else may have decided meanwhile.
      return showAnew(client)
    },
  })
}

const showAnew = (client: QueryClient): Promise<void> =>
  rereadAfterConsent(client).catch(() => {
    // The page itself says what it could not read again.
  })
