import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listInvitations, revokeInvitation, startConsent } from '@tenantscope/contract/consent'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { sayNotStarted } from './consent-toasts.ts'

export type Invitation = CallReply<typeof listInvitations>['invitations'][number]

/** The reader's invitation links, the newest first; read anew by each dialog that shows them. */
export const invitationsQuery = queryOptions({
  queryKey: ['consent-invitations'],
  queryFn: async ({ signal }) => {
    const { invitations } = await call(listInvitations, {}, { signal })
    // ISO 8601 in UTC sorts as text.
    return invitations.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  },
  staleTime: 0,
})

/** Makes a link for a tenant; null: for whoever consents first. */
export function useMakeInvitation(tenantId: TenantId | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(startConsent, { body: { kind: 'invitation', ...(tenantId && { tenantId }) } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      showToast({
        intent: 'success',
        title: 'Invitation Link Created',
        text: 'Copy it and send it to an administrator of the customer.',
      })
    },
    onError: (error) => sayNotStarted('page', error),
  })
}

/** Ends a link: whoever still has it can do nothing with it. */
export function useRevokeInvitation({ onSettled }: { onSettled: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (consentId: ConsentId) => call(revokeInvitation, { params: { consentId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      showToast({ intent: 'success', title: 'Invitation Link Revoked' })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Failed to Revoke', text: userMessageOf(error) })
      // Somebody may have used or revoked it meanwhile.
      return client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    },
    onSettled,
  })
}
