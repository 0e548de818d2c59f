import { z } from 'zod'

import { CurrencyCode, digitsOf } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { isStorable, TenantId } from './ids.ts'
import { PRICES } from './limits.ts'

/** 'customer': what the customer pays; 'cost': what the MSP pays, for administrators only. */
export const PriceKind = z.enum(['customer', 'cost'])
export type PriceKind = z.infer<typeof PriceKind>

export const PRICE_KIND_NAMES = {
  customer: 'Customer price',
  cost: 'Cost',
} as const satisfies Record<PriceKind, string>

/** Whether a price applies today, in UTC. */
export const PriceState = z.enum(['current', 'future', 'past'])
export type PriceState = z.infer<typeof PriceState>

/** A price of a SKU per seat and month, of one tenant or for all, with its days in UTC, both included. */
export const LicensePrice = z.object({
  id: z.number().int(),
  skuId: z.string(),
  displayName: z.string(),
  /** Null: for all tenants. */
  tenantId: TenantId.nullable(),
  tenantName: z.string().nullable(),
  kind: PriceKind,
  amount: z.number(),
  currency: CurrencyCode,
  /** Null: since ever. */
  validFrom: z.iso.date().nullable(),
  /** Null: without an end. */
  validTo: z.iso.date().nullable(),
  state: PriceState,
  version: z.number().int(),
  /** Null: an upgrade. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime(),
})
export type LicensePrice = z.infer<typeof LicensePrice>

const AMOUNT_TEXT = 'Enter an amount of 0 or more'
const DAY_TEXT = 'Enter a date as YYYY-MM-DD'

/** The fields of a price that can change. */
const PriceValues = z.object({
  amount: z
    .number(AMOUNT_TEXT)
    .min(0, AMOUNT_TEXT)
    .max(PRICES.mostAmount, 'Enter an amount of at most 100,000,000'),
  currency: CurrencyCode,
  validFrom: z.iso.date(DAY_TEXT).nullable(),
  validTo: z.iso.date(DAY_TEXT).nullable(),
})
export type PriceValues = z.infer<typeof PriceValues>

interface Checked {
  readonly value: PriceValues
  readonly issues: z.core.$ZodRawIssue[]
}

/** Refuses more decimals than the currency has, and an end before the start. */
function checkPrice({ value, issues }: Checked): void {
  const { amount, currency, validFrom, validTo } = value
  const digits = digitsOf(currency)
  if (Math.abs(amount - Number(amount.toFixed(digits))) > 1e-9)
    issues.push({
      code: 'custom',
      input: amount,
      path: ['amount'],
      message:
        digits === 0
          ? `Enter a whole amount: ${currency} has no decimals`
          : 'Enter an amount with at most two decimals',
    })
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    issues.push({
      code: 'custom',
      input: validTo,
      path: ['validTo'],
      message: 'Enter an end that is not before the start',
    })
}

export const PriceInput = PriceValues.extend({
  skuId: z.string('Choose a license').trim().min(1, 'Choose a license').max(200).refine(isStorable),
  tenantId: TenantId.nullable(),
  kind: PriceKind,
}).check(checkPrice)
export type PriceInput = z.infer<typeof PriceInput>

export const listPrices = endpoint({
  name: 'listPrices',
  summary: 'Every customer price and cost that administrators entered, with its days',
  method: 'GET',
  path: '/api/admin/prices',
  access: 'admin',
  reply: z.object({
    /** By license, tenant and start; those for all tenants come first. */
    prices: z.array(LicensePrice),
    /** Of sums over tenants, and of tenants without one of their own. */
    currency: CurrencyCode,
  }),
})

export const addPrice = endpoint({
  name: 'addPrice',
  summary: 'Add a price of a SKU; 409 when another price of the kind applies on one of its days',
  method: 'POST',
  path: '/api/admin/prices',
  access: 'admin',
  body: PriceInput,
  reply: LicensePrice,
})

const ofPrice = z.object({
  priceId: z.coerce.number('Valid price ID required').int().positive().max(2_147_483_647),
})

export const changePrice = endpoint({
  name: 'changePrice',
  summary: 'Change or end a price; 409 when it was changed meanwhile or would overlap another',
  method: 'PUT',
  path: '/api/admin/prices/:priceId',
  access: 'admin',
  params: ofPrice,
  body: PriceValues.extend({ version: z.number().int() }).check(checkPrice),
  reply: LicensePrice,
})

export const removePrice = endpoint({
  name: 'removePrice',
  summary: 'Remove a price that was entered by mistake; 409 when it was changed meanwhile',
  method: 'DELETE',
  path: '/api/admin/prices/:priceId',
  access: 'admin',
  params: ofPrice,
  query: z.object({ version: z.coerce.number().int() }),
  reply: z.object({ message: z.string() }),
})
