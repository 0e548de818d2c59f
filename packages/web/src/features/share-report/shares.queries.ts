import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShareId, TenantId } from '@tenantscope/contract/ids'
import {
  createShare,
  deactivateShare,
  listMyShares,
  listShareViews,
} from '@tenantscope/contract/shares'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import type { ShareInput } from './share-draft.ts'

const SHARES = 'report-shares'
const SHARE_VIEWS = 'report-share-views'

export type ShareScope = 'mine' | 'everyone'

interface SharesKey {
  scope: ShareScope
  /** Null: of all tenants. */
  tenantId: TenantId | null
}

/** The reader's links or, for administrators, everyone's; newest first and read anew by each list. */
export function sharesQuery({ scope, tenantId }: SharesKey) {
  return queryOptions({
    queryKey: [SHARES, scope, tenantId],
    queryFn: async ({ signal }) => {
      const query = { scope, ...(tenantId !== null && { tenantId }) }
      const { shares } = await call(listMyShares, { query }, { signal })
      // ISO 8601 in UTC sorts as text.
      return shares.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    staleTime: 0,
  })
}

/** Who opened a link. */
export function shareViewsQuery(shareId: ShareId) {
  return queryOptions({
    queryKey: [SHARE_VIEWS, shareId],
    queryFn: ({ signal }) => call(listShareViews, { params: { shareId } }, { signal }),
    staleTime: 0,
  })
}

/** Makes a link and says so, also to somebody who has closed the dialog meanwhile. */
export function useCreateShare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ShareInput) => call(createShare, { body: input }),
    onSuccess: () => {
      showToast({
        intent: 'success',
        title: 'Share Link Created',
        text: 'Copy it and send it to your customer.',
      })
      void client.invalidateQueries({ queryKey: [SHARES] })
    },
    onError: (error) =>
      showToast({
        intent: 'error',
        title: 'Failed to Create Share Link',
        text: userMessageOf(error),
      }),
  })
}

/** Ends a link: whoever still has it is refused. */
export function useDeactivateShare() {
  const client = useQueryClient()
  return useMutation({
    // By its id: a token must not stand in an address that is logged.
    mutationFn: (shareId: ShareId) => call(deactivateShare, { params: { share: shareId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [SHARES] })
      showToast({ intent: 'success', title: 'Share Link Deactivated' })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Failed to Deactivate', text: userMessageOf(error) })
      // Somebody may have ended it meanwhile.
      return client.invalidateQueries({ queryKey: [SHARES] })
    },
  })
}
