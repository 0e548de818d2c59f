import { LIST_CURRENCY } from '@tenantscope/contract/currencies'
import { setLicensePrice } from '@tenantscope/contract/licenses'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { userMessageOf } from '../lib/api-error.ts'
import { readBody } from '../lib/body-problems.ts'
import type { Read } from '../lib/body-problems.ts'
import { useSetLicensePrice } from '../lib/licenses.ts'
import { ActionButton } from './action-button.tsx'
import { ForeignText } from './foreign-text.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './form/text-field.tsx'
import { useSavedForm } from './form/use-saved-form.ts'

export type PricedLicense = Pick<TenantLicense, 'skuId' | 'displayName' | 'price' | 'missingRates'>

interface LicensePriceDialogProps {
  license: PricedLicense
  onClose: () => void
}

/** The dialog for the monthly price of a license's seat. */
export function LicensePriceDialog({ license, onClose }: LicensePriceDialogProps) {
  const { skuId, displayName, price } = license
  const change = useSetLicensePrice()
  const form = useSavedForm({
    initial: { monthlyPrice: price?.monthly.toFixed(2) ?? '', isOwn: true },
    read: readPrice,
    save: (body) => change.mutateAsync({ skuId, ...body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="License price"
      hasCloseButton={false}
      form={form}
      submitLabel="Save"
      failureText={(error) => `The price was not saved. ${userMessageOf(error)}`}
      actions={
        price?.source === 'own' && (
          <ActionButton isBusy={form.isSaving} onClick={() => form.submit({ isOwn: false })}>
            Use list price
          </ActionButton>
        )
      }
      onClose={onClose}
    >
      <ForeignText wrap>{displayName}</ForeignText>
      <TextField
        form={form}
        name="monthlyPrice"
        label="Price per seat and month"
        hint={`In ${LIST_CURRENCY}, from today. Applies to every tenant without a price of its own.`}
        input={{ inputMode: 'decimal', contentBefore: LIST_CURRENCY }}
      />
    </FormDialog>
  )
}

interface PriceValues {
  monthlyPrice: string
  isOwn: boolean
}

/** Reads a typed price. A comma is refused: it separates thousands in some locales and decimals in others. */
function readPrice({ monthlyPrice, isOwn }: PriceValues): Read<{ monthlyPrice: number | null }> {
  const typed = monthlyPrice.trim()
  if (!isOwn) return { input: { monthlyPrice: null } }
  if (typed === '') return { problems: { monthlyPrice: 'Enter a price of 0 or more' } }
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(typed))
    return { problems: { monthlyPrice: 'Enter a price as digits, for example 22.50' } }
  return readBody(setLicensePrice.body, { monthlyPrice: Number(typed) })
}
