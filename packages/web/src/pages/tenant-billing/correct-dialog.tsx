import { useQueryClient } from '@tanstack/react-query'
import { monthName } from '@tenantscope/analysis/billing-text'
import { correctBillingMonth } from '@tenantscope/contract/billing-months'
import type { BillingMonthDetails } from '@tenantscope/contract/billing-months'
import type { TenantId } from '@tenantscope/contract/ids'
import { BILLING_MONTHS } from '@tenantscope/contract/limits'
import { useState } from 'react'

import {
  billingMonthQuery,
  useCorrectMonth,
} from '../../features/billing-months/billing-months.queries.ts'
import { readBody } from '../../lib/body-problems.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { Text } from '../../ui/text.tsx'

type BillingRecord = BillingMonthDetails['records'][number]

/** Numbers are text while they are typed. */
interface CorrectionValues {
  billedPeople: string
  blockedPeople: string
  guests: string
  reason: string
}

interface CorrectDialogProps {
  tenantId: TenantId
  /** The record that counts. */
  record: BillingRecord
  onClose: () => void
}

const NUMBERS = [
  ['billedPeople', 'Licensed people'],
  ['blockedPeople', 'Blocked people among them'],
  ['guests', 'Guests, apart'],
] as const

/** Adds a record with other numbers to a frozen month. */
export function CorrectDialog({ tenantId, record: opened, onClose }: CorrectDialogProps) {
  const client = useQueryClient()
  const [record, setRecord] = useState(opened)
  const { month, number } = record
  const correct = useCorrectMonth({ tenantId, month })
  const form = useSavedForm({
    initial: valuesOf(record),
    read: ({ billedPeople, blockedPeople, guests, reason }: CorrectionValues) =>
      readBody(correctBillingMonth.body, {
        billedPeople: numberOf(billedPeople),
        blockedPeople: numberOf(blockedPeople),
        guests: numberOf(guests),
        reason,
        number,
      }),
    save: correct.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => !isDirty,
  })
  const loadNewer = async () => {
    const query = { ...billingMonthQuery(tenantId, month), staleTime: 0 }
    const newer = (await client.fetchQuery(query)).records[0]
    if (newer === undefined) return
    setRecord(newer)
    form.start(valuesOf(newer))
  }
  return (
    <FormDialog
      title={`Correct ${monthName(month)}`}
      form={form}
      submitLabel="Save correction"
      failureTitle="Not saved"
      newer={{ what: 'record', onLoad: loadNewer }}
      discardText="What you entered is not saved yet."
      onClose={onClose}
    >
      <Text as="p">
        The frozen record stays. These numbers are added as another record, which counts from now
        on. Neither can be removed.
      </Text>
      {NUMBERS.map(([name, label]) => (
        <TextField
          key={name}
          form={form}
          name={name}
          label={label}
          isRequired
          input={{ inputMode: 'numeric' }}
        />
      ))}
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        hint="Do not name people of the customer."
        maxLength={BILLING_MONTHS.reasonLength}
      />
    </FormDialog>
  )
}

/** Null: not a number, which the contract reports. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

const valuesOf = ({ people }: BillingRecord): CorrectionValues => ({
  billedPeople: people === null ? '' : String(people.billedPeople),
  blockedPeople: people === null ? '' : String(people.blockedPeople),
  guests: people === null ? '' : String(people.guests),
  reason: '',
})
