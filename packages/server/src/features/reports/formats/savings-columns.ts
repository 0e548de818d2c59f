import { amountText } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import { removalText } from '@tenantscope/analysis/savings-report'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import type {
  SavingsLicense,
  SavingsRenewal,
  SavingsReport,
} from '@tenantscope/contract/savings-report'

import { createWords } from './pdf/words.ts'

/** The columns of a license; ids are not in shared reports. */
export function savingsColumns(document: SavingsReport): readonly TextColumn<SavingsLicense>[] {
  const { isRedacted, currency, timeZone } = document
  const words = createWords(timeZone)
  return [
    { header: 'License', textOf: ({ friendlyName }) => friendlyName },
    { header: 'SKU Part Number', textOf: ({ skuPartNumber }) => skuPartNumber },
    ...(isRedacted ? [] : [SKU_ID]),
    { header: 'Kind', textOf: ({ kind }) => LICENSE_KINDS[kind].name },
    { header: 'Usable Seats', textOf: ({ enabledUnits }) => String(enabledUnits) },
    { header: 'Assigned Seats', textOf: ({ consumedUnits }) => String(consumedUnits) },
    { header: 'Available Seats', textOf: ({ availableUnits }) => String(availableUnits) },
    {
      header: `Price per Seat and Month (${currency})`,
      textOf: ({ price }) => amountText(price?.monthly),
    },
    {
      header: `Cost per Month (${currency})`,
      textOf: ({ monthlyCost }) => amountText(monthlyCost),
    },
    { header: 'Removable Seats', textOf: ({ removableSeats }) => numberText(removableSeats) },
    { header: 'Removable Without Holder', textOf: (each) => numberText(each.removableUnassigned) },
    { header: 'Removable', textOf: (license) => removalText(license, words) },
    {
      header: `Savings per Month (${currency})`,
      textOf: ({ monthlySavings }) => amountText(monthlySavings),
    },
  ]
}

const SKU_ID: TextColumn<SavingsLicense> = {
  header: 'SKU ID',
  textOf: ({ skuId }) => skuId ?? null,
}

/** The columns of a renewal. */
export function savingsRenewalColumns({
  currency,
  timeZone,
}: SavingsReport): readonly TextColumn<SavingsRenewal>[] {
  return [
    { header: 'Date', textOf: ({ renewsAt }) => isoTimeIn(timeZone, renewsAt) },
    { header: 'What Happens', textOf: ({ event }) => RENEWAL_EVENT_NAMES[event] },
    { header: 'License', textOf: ({ friendlyName }) => friendlyName },
    { header: 'SKU Part Number', textOf: ({ skuPartNumber }) => skuPartNumber },
    { header: 'Seats', textOf: ({ seats }) => numberText(seats) },
    {
      header: `Cost per Month (${currency})`,
      textOf: ({ monthlyCost }) => amountText(monthlyCost),
    },
    { header: 'Removable Seats', textOf: ({ removableSeats }) => numberText(removableSeats) },
    {
      header: `Savings per Month (${currency})`,
      textOf: ({ monthlySavings }) => amountText(monthlySavings),
    },
  ]
}

const numberText = (value: number | null): string | null => (value === null ? null : String(value))
