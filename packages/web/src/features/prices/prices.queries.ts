import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { addPrice, changePrice, listPrices, removePrice } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'

import { call } from '../../lib/api.ts'
import { ALL_LICENSES, rereadLicenses } from '../../lib/tenant-data.ts'
import { failureToast, showToast } from '../../lib/toasts.ts'

/** Reads every price that administrators entered; administrators only. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => call(listPrices, {}, { signal }),
  staleTime: 0,
})

type Added = CallInput<typeof addPrice>['body']

/** Reads everything again that shows a price. */
async function reread(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: pricesQuery.queryKey })
  await client.invalidateQueries({ queryKey: [ALL_LICENSES] })
  await rereadLicenses(client)
}

/** Adds a price, or changes the given one; the form shows a failure. */
export function useSavePrice(price: LicensePrice | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Added) => {
      if (price === null) return call(addPrice, { body })
      const { amount, currency, validFrom, validTo } = body
      const { id: priceId, version } = price
      const changed = { amount, currency, validFrom, validTo, version }
      return call(changePrice, { params: { priceId }, body: changed })
    },
    onSuccess: async () => {
      showToast({ intent: 'success', title: 'Price saved' })
      await reread(client)
    },
  })
}

/** Removes a price; the toast can undo it. */
export function useRemovePrice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id: priceId, version }: LicensePrice) =>
      call(removePrice, { params: { priceId }, query: { version } }),
    onSuccess: async (_, price) => {
      showToast({
        intent: 'success',
        title: 'Price removed',
        action: { label: 'Undo', run: () => void addAgain(client, price) },
      })
      await reread(client)
    },
    onError: failureToast('The price was not removed'),
  })
}

async function addAgain(client: QueryClient, price: LicensePrice): Promise<void> {
  const { skuId, tenantId, kind, amount, currency, validFrom, validTo } = price
  const body = { skuId, tenantId, kind, amount, currency, validFrom, validTo }
  try {
    await call(addPrice, { body })
    await reread(client)
  } catch (error) {
    failureToast('The price was not added again')(error)
  }
}
