import { expect, test } from 'vitest'

import { redactSavings } from './savings-redaction.ts'
import {
  noRecommendationText,
  recommendationText,
  recommendationsOf,
  removalText,
  savingsNote,
  savingsStatement,
} from './savings-report.ts'
import { savingsDocument, savingsLicense } from './testing/savings-document.ts'

const WORDS = {
  number: String,
  money: (amount: number, currency: string) => `${currency} ${amount.toFixed(2)}`,
  date: (at: string) => at.slice(0, 10),
}
const textsOf = (licenses: Parameters<typeof recommendationsOf>[0]) =>
  recommendationsOf(licenses).map((each) => recommendationText(each, { currency: 'USD' }, WORDS))

test('recommendations name license, seats, date, amount and who holds the seats, the highest amounts first', () => {
  expect(textsOf([savingsLicense()])).toEqual([
    'Reduce Microsoft 365 E3 by 5 seats at the renewal on 2027-03-03: USD 180.00 per month. Blocked users or guests hold 2 of them.',
    'Reduce Microsoft 365 E3 by 3 seats now: USD 108.00 per month.',
  ])
  const held = savingsLicense({
    friendlyName: 'Visio',
    removableUnassigned: 0,
    removableNow: 1,
    removableAtRenewal: [],
    price: null,
  })
  expect(textsOf([held])).toEqual([
    'Reduce Visio by 1 seat now: the price is unknown. Blocked users or guests hold all of them.',
  ])
})

test('at most three recommendations are given', () => {
  const licenses = [1, 2, 3, 4].map((monthly) =>
    savingsLicense({
      friendlyName: `License ${monthly}`,
      price: { monthly, currency: 'USD', source: 'own' },
      removableAtRenewal: [],
    }),
  )
  expect(recommendationsOf(licenses).map(({ friendlyName }) => friendlyName)).toEqual([
    'License 4',
    'License 3',
    'License 2',
  ])
})

test('amounts to the cent do not drift', () => {
  const [first] = recommendationsOf([
    savingsLicense({ price: { monthly: 0.07, currency: 'USD', source: 'own' }, removableNow: 3 }),
  ])
  expect(first?.monthlyAmount).toBe(0.35)
})

const { totals } = savingsDocument()
const savingsWith = (over: Partial<NonNullable<typeof totals.savings>>) =>
  totals.savings && { ...totals.savings, ...over }

test.each([
  [
    totals,
    'The licenses cost USD 1,800.00 per month; USD 288.00 of it could be saved on 8 seats, USD 108.00 of it now.',
  ],
  [
    { ...totals, savings: null },
    'The licenses cost USD 1,800.00 per month; how many seats can be removed is not known.',
  ],
  [
    { ...totals, savings: savingsWith({ removableSeats: 0, monthlyAmount: 0 }) },
    'The licenses cost USD 1,800.00 per month; no seat can be removed.',
  ],
  [
    {
      ...totals,
      monthlyCost: 0,
      unpricedSeats: 50,
      savings: savingsWith({ unpricedSeats: 8, monthlyAmount: 0, monthlyAmountNow: 0 }),
    },
    'The price of all 50 bought seats is unknown; 8 seats can be removed, whose price is unknown.',
  ],
])('the finding says what is paid, what could be saved and what is not known', (given, text) => {
  expect(savingsStatement(savingsDocument({ totals: given }))).toBe(text)
})

test('a report of free licenses says so', () => {
  const licenses = [savingsLicense({ kind: 'free', monthlyCost: null })]
  expect(savingsStatement(savingsDocument({ licenses }))).toBe(
    'This report contains no license that costs anything.',
  )
})

test('the note adds up and names what could not be read', () => {
  const report = savingsDocument({ arePeopleKnown: false, areRenewalsKnown: false })
  expect(savingsNote(report)).toBe(
    '6 unassigned + 2 held by blocked users or guests = 8 removable seats. Free, trial and company-wide licenses are in no total. Users could not be read, so seats that blocked users and guests hold are not known. Subscriptions could not be read, so renewal dates are not known.',
  )
})

test('seats without a known date are said to have none', () => {
  expect(removalText(savingsLicense({ removableSeats: 10 }), WORDS)).toBe(
    '3 now, 5 on 2027-03-03, 2 at a date that is not known',
  )
  expect(removalText(savingsLicense({ removableSeats: null }), WORDS)).toBeNull()
  const undated = savingsLicense({ removableNow: 0, removableAtRenewal: [] })
  expect(noRecommendationText(savingsDocument({ licenses: [undated] }))).toBe(
    'When the removable seats can be removed is not known.',
  )
  expect(noRecommendationText(savingsDocument({ totals: { ...totals, savings: null } }))).toBe(
    'Which seats can be removed is not known.',
  )
})

test('a shared report has amounts, names, seats and dates, and nothing that was added later', () => {
  const document = savingsDocument()
  const extended = {
    ...document,
    licenses: document.licenses.map((license) => ({ ...license, cost: 12.34, margin: 5 })),
    renewals: document.renewals.map((renewal) => ({ ...renewal, decision: { note: 'Ask Tom' } })),
    totals: { ...document.totals, margin: 99 },
  }
  const shared = redactSavings(extended)
  expect(shared).toEqual({
    ...document,
    isRedacted: true,
    tenant: { displayName: 'Fabrikam (i•••@f•••.com)' },
    createdBy: undefined,
    statement: savingsStatement(document),
    recommendations: recommendationsOf(document.licenses),
    licenses: [savingsLicense({ skuId: undefined })],
  })
  expect(JSON.stringify(shared)).not.toMatch(/margin|cost"|Ask Tom|skuId|Megan/u)
})
