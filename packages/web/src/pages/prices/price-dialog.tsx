import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CurrencyCode } from '@tenantscope/contract/currencies'
import type { License } from '@tenantscope/contract/licenses'
import { PRICE_KIND_NAMES, PriceInput, PriceKind } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { pricesQuery, useRemovePrice, useSavePrice } from '../../features/prices/prices.queries.ts'
import { readBody } from '../../lib/body-problems.ts'
import type { Read } from '../../lib/body-problems.ts'
import { licensesQuery } from '../../lib/licenses.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'

interface PriceValues {
  skuId: string
  /** Empty: for all tenants. */
  tenantId: string
  kind: PriceKind
  /** As typed. */
  amount: string
  currency: CurrencyCode
  /** Empty: open. */
  validFrom: string
  validTo: string
}

interface PriceDialogProps {
  /** Null: a new one. */
  price: LicensePrice | null
  /** Of a new price. */
  currency: CurrencyCode
  onClose: () => void
}

/** Adds a price, or changes, ends or removes one. */
export function PriceDialog({ price: opened, currency, onClose }: PriceDialogProps) {
  const client = useQueryClient()
  const [price, setPrice] = useState(opened)
  const save = useSavePrice(price)
  const form = useSavedForm({
    initial: valuesOf(price, currency),
    read: readPrice,
    save: save.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => price !== null && !isDirty,
  })
  const loadNewer = async () => {
    const { prices } = await client.fetchQuery(pricesQuery)
    const found = prices.find(({ id }) => id === price?.id)
    if (found === undefined) {
      onClose()
      return
    }
    setPrice(found)
    form.start(valuesOf(found, currency))
  }
  return (
    <FormDialog
      title={price === null ? 'Add price' : 'Change price'}
      form={form}
      submitLabel="Save price"
      failureTitle="Not saved"
      {...(price === null ? {} : { newer: { what: 'price', onLoad: loadNewer } })}
      discardText="What you entered is not saved yet."
      actions={price && <RemoveButton price={price} onRemoved={onClose} />}
      onClose={onClose}
    >
      {price === null ? <KeyFields form={form} /> : <PriceFacts price={price} />}
      <TextField
        form={form}
        name="amount"
        label="Amount per seat and month"
        isRequired
        input={{ inputMode: 'decimal' }}
      />
      <SelectField form={form} name="currency" label="Currency" options={CURRENCIES} />
      <TextField
        form={form}
        name="validFrom"
        label="First day"
        hint="Empty: every earlier day"
        input={{ type: 'date' }}
      />
      <TextField
        form={form}
        name="validTo"
        label="Last day"
        hint="Empty: until it is ended"
        input={{ type: 'date' }}
      />
    </FormDialog>
  )
}

const CURRENCIES = CurrencyCode.options.map((value) => ({ value, label: value }))
const KINDS = PriceKind.options.map((value) => ({ value, label: PRICE_KIND_NAMES[value] }))

type PriceForm = Parameters<typeof SelectField<PriceValues, 'skuId'>>[0]['form']

/** What a new price is for; it never changes later. */
function KeyFields({ form }: { form: PriceForm }) {
  const licenses = useQuery(licensesQuery)
  const tenants = useQuery(tenantListQuery({ isQuiet: true }))
  if (licenses.isLoadingError)
    return <LoadFailed title="The licenses could not be loaded" query={licenses} />
  if (tenants.isLoadingError)
    return <LoadFailed title="The tenants could not be loaded" query={tenants} />
  return (
    <>
      <SelectField
        form={form}
        name="skuId"
        label="License"
        options={licenseOptions(licenses.data ?? [])}
      />
      <SelectField
        form={form}
        name="tenantId"
        label="Tenant"
        options={tenantOptions(tenants.data?.tenants ?? [])}
      />
      <RadioField form={form} name="kind" label="Kind" options={KINDS} />
    </>
  )
}

const licenseOptions = (licenses: readonly License[]) => [
  { value: '', label: 'Choose a license' },
  ...licenses.map(({ skuId, displayName }) => ({ value: skuId, label: displayName })),
]

const tenantOptions = (tenants: readonly TenantListItem[]) => [
  { value: '', label: 'All tenants' },
  ...tenants.map(({ id, displayName }) => ({ value: id as string, label: displayName })),
]

function PriceFacts({ price }: { price: LicensePrice }) {
  const { displayName, tenantId, tenantName, kind } = price
  return (
    <FactList
      facts={[
        { label: 'License', value: <ForeignText wrap>{displayName}</ForeignText> },
        {
          label: 'Tenant',
          value:
            tenantId === null ? (
              'All tenants'
            ) : (
              <ForeignText wrap>{tenantName ?? tenantId}</ForeignText>
            ),
        },
        { label: 'Kind', value: PRICE_KIND_NAMES[kind] },
      ]}
    />
  )
}

function valuesOf(price: LicensePrice | null, currency: CurrencyCode): PriceValues {
  if (price === null)
    return {
      skuId: '',
      tenantId: '',
      kind: 'customer',
      amount: '',
      currency,
      validFrom: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
      validTo: '',
    }
  const { skuId, kind, amount } = price
  return {
    skuId,
    tenantId: price.tenantId ?? '',
    kind,
    amount: String(amount),
    currency: price.currency,
    validFrom: price.validFrom ?? '',
    validTo: price.validTo ?? '',
  }
}

/** Reads what was typed. A comma is refused: it separates thousands in some locales, decimals in others. */
function readPrice(values: PriceValues): Read<PriceInput> {
  const typed = values.amount.trim()
  if (typed !== '' && !/^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(typed))
    return { problems: { amount: 'Enter an amount as digits, for example 22.50' } }
  return readBody(PriceInput, {
    ...values,
    tenantId: values.tenantId || null,
    amount: typed === '' ? null : Number(typed),
    validFrom: values.validFrom || null,
    validTo: values.validTo || null,
  })
}

interface RemoveButtonProps {
  price: LicensePrice
  onRemoved: () => void
}

/** Removes a price that was entered by mistake; to end one, its last day is set. */
function RemoveButton({ price, onRemoved }: RemoveButtonProps) {
  const remove = useRemovePrice()
  return (
    <ActionButton
      isBusy={remove.isPending}
      title="Removes it also from earlier days. To end a price, set its last day."
      onClick={() => remove.mutate(price, { onSuccess: onRemoved })}
    >
      Remove price
    </ActionButton>
  )
}
