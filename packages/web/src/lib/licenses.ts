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

/** Reads every SKU of the installation, including hidden ones; administrators only. */
export const licensesQuery = queryOptions({
  queryKey: [ALL_LICENSES],
  queryFn: ({ signal }) => call(listLicenses, {}, { signal }),
})

/** Sets the price of a seat of a SKU, null for the list price; the form shows a failure. */
export function useSetLicensePrice() {
  return useLicenseChange({
    change: ({ skuId, monthlyPrice }: { skuId: string; monthlyPrice: number | null }) =>
      call(setLicensePrice, { params: { skuId }, body: { monthlyPrice } }),
    done: 'License price updated successfully',
  })
}

/** Sets the type of a SKU, null for the detected type; the form shows a failure. */
export function useSetLicenseType() {
  return useLicenseChange({
    change: ({ skuId, licenseType }: { skuId: string; licenseType: LicenseType | null }) =>
      call(setLicenseType, { params: { skuId }, body: { licenseType } }),
    done: 'License type updated successfully',
    failed: 'Failed to update license type',
  })
}

/** Sets the friendly name of a SKU; the form shows a failure. */
export function useRenameLicense() {
  return useLicenseChange({
    change: ({ skuId, friendlyName }: { skuId: string; friendlyName: string }) =>
      call(setLicenseFriendlyName, { params: { skuId }, body: { friendlyName } }),
    done: 'License friendly name updated successfully',
    failed: 'Failed to update license friendly name',
  })
}

interface LicenseChange<Change> {
  change: (change: Change) => Promise<License>
  /** The toasts' texts; absent: no toast. */
  done: string
  failed?: string
}

function useLicenseChange<Change>({ change, done, failed }: LicenseChange<Change>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (license) => {
      await applyChange(client, license)
      showToast({ intent: 'success', title: done })
    },
    onError: () => failed !== undefined && sayFailed(failed),
  })
}

/** Adds a SKU; the form shows a failure. */
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

/** Reads the SKUs of every tenant from Microsoft. */
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

/** Shows or hides a SKU for all users; the toast can undo hiding. */
export function useSetLicenseVisibility() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: VisibilityChange) => changeVisibility(client, change),
    onError: sayVisibilityFailed,
  })
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
            // Hiding may have removed the component that started it.
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

/** Updates the list at once and reads everything else with licenses again. */
async function applyChange(client: QueryClient, changed: License): Promise<void> {
  client.setQueryData(licensesQuery.queryKey, (licenses) =>
    licenses?.map((license) => (license.skuId === changed.skuId ? changed : license)),
  )
  await rereadLicenses(client)
}
