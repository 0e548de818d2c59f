import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { listLicenses, setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'

import { call } from './api.ts'
import { ALL_LICENSES, rereadLicenses } from './tenant-data.ts'
import { showToast } from './toasts.ts'

/** Every SKU of the installation, hidden ones too; administrators only. */
export const licensesQuery = queryOptions({
  queryKey: [ALL_LICENSES],
  queryFn: ({ signal }) => call(listLicenses, {}, { signal }),
})

interface PriceChange {
  skuId: string
  /** Null returns to the list price. */
  monthlyPrice: number | null
}

/** Sets what a seat of a SKU costs; the form that asks says what was refused. */
export function useSetLicensePrice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ skuId, monthlyPrice }: PriceChange) =>
      call(setLicensePrice, { params: { skuId }, body: { monthlyPrice } }),
    onSuccess: (license) => {
      showToast({ intent: 'success', title: 'License price updated successfully' })
      return applyChange(client, license)
    },
  })
}

interface VisibilityChange {
  skuId: string
  isVisible: boolean
}

/** Shows or hides a SKU for everybody; what was hidden can be taken back in the toast. */
export function useSetLicenseVisibility() {
  const client = useQueryClient()
  const { mutate, ...mutation } = useMutation({
    mutationFn: (change: VisibilityChange) => changeVisibility(client, change),
    onError: sayVisibilityFailed,
  })
  return { ...mutation, mutate }
}

async function changeVisibility(client: QueryClient, { skuId, isVisible }: VisibilityChange) {
  const license = await call(setLicenseVisibility, { params: { skuId }, body: { isVisible } })
  showToast({
    intent: 'success',
    title: 'License visibility updated successfully',
    ...(isVisible
      ? {}
      : {
          text: `${license.displayName} is hidden.`,
          action: {
            label: 'Undo',
            // The component that hid it may have gone with the license.
            run: () =>
              void changeVisibility(client, { skuId, isVisible: true }).catch(sayVisibilityFailed),
          },
        }),
  })
  await applyChange(client, license)
}

function sayVisibilityFailed(): void {
  showToast({ intent: 'error', title: 'Error', text: 'Failed to update license visibility' })
}

/** The list shows the change at once; everything else that knows licenses is read again. */
async function applyChange(client: QueryClient, changed: License): Promise<void> {
  client.setQueryData(licensesQuery.queryKey, (licenses) =>
    licenses?.map((license) => (license.skuId === changed.skuId ? changed : license)),
  )
  await rereadLicenses(client)
}
