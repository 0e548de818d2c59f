import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput } from '@tenantscope/contract/endpoint'
import {
  addLicense,
  discoverLicenses,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import { listLicenses, setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { License, LicenseType } from '@tenantscope/contract/licenses'

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
    onSuccess: async (license) => {
      await applyChange(client, license)
      showToast({ intent: 'success', title: 'License price updated successfully' })
    },
  })
}

interface TypeChange {
  skuId: string
  /** Null returns to what is judged. */
  licenseType: LicenseType | null
}

/** Says what type a SKU is; the form that asks says what was refused. */
export function useSetLicenseType() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ skuId, licenseType }: TypeChange) =>
      call(setLicenseType, { params: { skuId }, body: { licenseType } }),
    onSuccess: async (license) => {
      await applyChange(client, license)
      showToast({ intent: 'success', title: 'License type updated successfully' })
    },
    onError: () => sayFailed('Failed to update license type'),
  })
}

/** Names a SKU for everywhere; the form that asks says what was refused. */
export function useRenameLicense() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ skuId, friendlyName }: { skuId: string; friendlyName: string }) =>
      call(setLicenseFriendlyName, { params: { skuId }, body: { friendlyName } }),
    onSuccess: async (license) => {
      await applyChange(client, license)
      showToast({ intent: 'success', title: 'License friendly name updated successfully' })
    },
    onError: () => sayFailed('Failed to update license friendly name'),
  })
}

/** Adds a SKU by hand; the form that asks says what was refused. */
export function useAddLicense() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof addLicense>['body']) => call(addLicense, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: licensesQuery.queryKey })
      await rereadLicenses(client)
      showToast({ intent: 'success', title: 'License added successfully' })
    },
    onError: () => sayFailed('Failed to add license'),
  })
}

/** Asks Microsoft for the SKUs of every tenant. */
export function useDiscoverLicenses() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(discoverLicenses),
    onSuccess: async ({ discoveredSkus: { length } }) => {
      await client.invalidateQueries({ queryKey: licensesQuery.queryKey })
      const title =
        length === 1
          ? 'Discovered 1 license SKU from tenant data'
          : `Discovered ${length} license SKUs from tenant data`
      showToast({ intent: 'success', title })
    },
    onError: () => sayFailed('Failed to discover licenses from tenant data'),
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
  await applyChange(client, license)
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
}

const sayVisibilityFailed = (): void => sayFailed('Failed to update license visibility')

function sayFailed(text: string): void {
  showToast({ intent: 'error', title: 'Error', text })
}

/** The list shows the change at once; everything else that knows licenses is read again. */
async function applyChange(client: QueryClient, changed: License): Promise<void> {
  client.setQueryData(licensesQuery.queryKey, (licenses) =>
    licenses?.map((license) => (license.skuId === changed.skuId ? changed : license)),
  )
  await rereadLicenses(client)
}
