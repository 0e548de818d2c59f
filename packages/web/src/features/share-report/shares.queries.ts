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
import { runFresh } from '../../lib/run-fresh.ts'
import { showToast } from '../../lib/toasts.ts'
import type { ShareInput } from './share-values.ts'

const SHARES = 'report-shares'
const SHARE_VIEWS = 'report-share-views'

export type ShareScope = 'mine' | 'everyone'

interface SharesKey {
  scope: ShareScope
  /** Null: of all tenants. */
  tenantId: TenantId | null
}

/** Reads the reader's links or, for administrators, all links, newest first; each list reads them again. */
export function sharesQuery({ scope, tenantId }: SharesKey) {
  return queryOptions({
    queryKey: [SHARES, scope, tenantId],
    queryFn: async ({ signal, client, queryKey }) => {
      const query = { scope, ...(tenantId !== null && { tenantId }) }
      const read = () => call(listMyShares, { query }, { signal })
      // Reading the list again, as when the window gets the focus, asks the user nothing.
      const isFirst = client.getQueryData(queryKey) === undefined
      const { shares } = isFirst ? await runFresh(read) : await read()
      // ISO 8601 in UTC sorts as text.
      return shares.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    staleTime: 0,
  })
}

/** Reads the view log of a link. */
export function shareViewsQuery(shareId: ShareId) {
  return queryOptions({
    queryKey: [SHARE_VIEWS, shareId],
    queryFn: ({ signal }) => call(listShareViews, { params: { shareId } }, { signal }),
    staleTime: 0,
  })
}

/** Creates a link; a toast shows the result even when the dialog was closed meanwhile. */
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

/** Ends a link; it can no longer be opened. */
export function useDeactivateShare() {
  const client = useQueryClient()
  return useMutation({
    // By its id: a token must not appear in a logged address.
    mutationFn: (shareId: ShareId) => call(deactivateShare, { params: { share: shareId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [SHARES] })
      showToast({ intent: 'success', title: 'Share Link Deactivated' })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Failed to Deactivate', text: userMessageOf(error) })
      // Another user may have ended it.
      return client.invalidateQueries({ queryKey: [SHARES] })
    },
  })
}
