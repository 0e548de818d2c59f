import { redactReport } from '@tenantscope/analysis/redaction'
import { reportTotals, selectionNote } from '@tenantscope/analysis/report-statement'
import { removableSentence } from '@tenantscope/analysis/savings-sentence'
import { TenantId } from '@tenantscope/contract/ids'
import {
  LICENSE_KINDS,
  listTenantLicenses,
  setLicensePrice,
  setLicenseVisibility,
} from '@tenantscope/contract/licenses'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { LicenseReport } from '@tenantscope/contract/report-document'
import { searchEstate } from '@tenantscope/contract/search'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { E3, E5, FIGURES_READING, VISIO } from '../../testing/figures-world.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { generate, generatedDocument } from '../../testing/report-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const TENANT = TenantId.parse(guidOf(1))

let app: TestApp
let admin: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
  await storeReading(
    app.database.handle.db,
    { id: TENANT, displayName: 'Fabrikam', at: app.clock.now() },
    FIGURES_READING,
  )
  admin = await app.signIn('admin')
  for (const skuId of [E3, E5])
    await admin.call(setLicensePrice, { params: { skuId }, body: { monthlyPrice: 10.1 } })
  await admin.call(setLicenseVisibility, { params: { skuId: VISIO }, body: { isVisible: false } })
})
afterAll(() => app.close())

/** The paid seats of a report, in the words of the tenant's figures. */
function seatsOf(document: LicenseReport) {
  const paid = document.licenses.filter(
    ({ kind }) => kind !== undefined && LICENSE_KINDS[kind].inSeats,
  )
  return {
    paidSeats: sum(paid.map(({ enabledUnits }) => enabledUnits)),
    assignedPaidSeats: sum(paid.map(({ consumedUnits }) => consumedUnits)),
    unassignedPaidSeats: sum(paid.map(({ availableUnits }) => availableUnits)),
  }
}

const details = () => admin.call(getTenantDetails, { params: { tenantId: TENANT } })

test('the report and the shared report of all visible licenses have the figures of the screens', async () => {
  const { licenses, tenant } = await details()
  const report = await generatedDocument(admin, {
    tenantId: TENANT,
    licenseIds: licenses.map(({ skuId }) => skuId),
    userIds: USERS,
  })
  expect(tenant.figures).toMatchObject(seatsOf(report))
  const shared = redactReport(report, { maskNames: false })
  expect(seatsOf(shared)).toEqual(seatsOf(report))
  const removableSeats = sum(report.licenses.map((each) => each.removableSeats))
  const unassignedSeats = sum(report.licenses.map((each) => each.removableUnassigned))
  expect(tenant.figures?.savings).toMatchObject({
    removableSeats,
    unassignedSeats,
    heldSeats: removableSeats - unassignedSeats,
    monthlyAmount: sum(report.licenses.map((each) => each.monthlySavings)),
  })
})

const USERS = ['ada', 'ben', 'gil', 'ida']

/** The totals of the tenant on All Tenants and its own page. */
async function screenTotals() {
  const { tenant, licenses } = await details()
  const { figures } = tenant
  if (figures === null) throw new Error('the tenant has no figures')
  const { paidSeats, assignedPaidSeats, unassignedPaidSeats, savings } = figures
  const { removableSeats, monthlyAmount } = savings
  const seats = { paidSeats, assignedPaidSeats, unassignedPaidSeats }
  return { figures, licenses, totals: { ...seats, removableSeats, monthlyAmount } }
}

const PROBLEMS = [
  '2 over-allocated seats',
  '7 seats used without entitlement',
  '2 seats in the grace period until Jan 05, 2027',
]

/** Sums the licenses of a file whose seats count; each license once. */
function totalsOf(rows: readonly Record<string, string>[], prefix: string) {
  const licenses = new Map(rows.map((row) => [row['SKU Part Number'], row]))
  const paid = [...licenses.values()].filter(
    (row) => !['Free', 'Trial', 'Company-wide'].includes(row['License Type'] ?? ''),
  )
  const total = (header: string) => sum(paid.map((row) => Number(row[header])))
  return {
    totals: {
      paidSeats: total(`${prefix}Usable Seats`),
      assignedPaidSeats: total(`${prefix}Assigned Seats`),
      unassignedPaidSeats: total(`${prefix}Available Seats`),
      removableSeats: total(`${prefix}Removable Seats`),
      monthlyAmount: total(`${prefix}Savings per Month (USD)`),
    },
    problems: paid.map((row) => row[`${prefix}Problems`] ?? '').filter((text) => text !== ''),
  }
}

test('the CSV, Excel, PDF and JSON files of all visible licenses have the totals of the screens', async () => {
  const { totals, licenses, figures } = await screenTotals()
  const wanted = {
    tenantId: TENANT,
    licenseIds: licenses.map(({ skuId }) => skuId),
    userIds: USERS,
  }
  const file = async (format: string) => (await generate(admin, { ...wanted, format })).rawPayload

  const csv = totalsOf(parse(await file('csv'), { bom: true, columns: true }), 'License ')
  expect(csv.totals).toEqual(totals)
  expect(csv.problems.toSorted()).toEqual(PROBLEMS.toSorted())

  const sheets = await readExcelFile(await file('xlsx'))
  const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data ?? []
  const [headers = [], ...rows] = rowsOf('Licenses')
  const xlsx = totalsOf(
    rows.map((row) =>
      Object.fromEntries<string>(row.map((cell, at) => [String(headers[at]), String(cell ?? '')])),
    ),
    '',
  )
  expect(xlsx.totals).toEqual(totals)
  expect(xlsx.problems.toSorted()).toEqual(PROBLEMS.toSorted())
  const summary = new Map(rowsOf('Summary').map(([label, value]) => [label, value]))
  expect({
    paidSeats: summary.get('Usable Paid Seats'),
    assignedPaidSeats: summary.get('Assigned Paid Seats'),
    unassignedPaidSeats: summary.get('Available Paid Seats'),
    removableSeats: summary.get('Removable Seats'),
    monthlyAmount: summary.get('Savings per Month (USD)'),
  }).toEqual(totals)

  const document = await generatedDocument(admin, wanted)
  const { savings, ...seats } = reportTotals(document)
  expect({ ...seats, ...savings }).toMatchObject(totals)

  // One sentence opens all of them, and one adds up the removable seats as the screens do.
  const { pages } = await readPdf(await file('pdf'))
  const [cover = '', second = ''] = pages.map(squeezed)
  const statement = `USD ${totals.monthlyAmount.toFixed(2)} per month could be saved on 21 of 29 paid seats, 5 of them without a price; 2 over-allocated seats, 7 seats used without entitlement and 2 seats in the grace period need attention.`
  expect([document.statement, summary.get('Finding')]).toEqual([statement, statement])
  expect(cover).toContain(squeezed(statement))
  expect(second).toContain(
    squeezed(
      `Paid seats in total: ${totals.paidSeats} usable, ${totals.assignedPaidSeats} assigned, ${totals.unassignedPaidSeats} available.`,
    ),
  )
  const removable = `${removableSentence(figures.savings, String)}.`
  expect(second).toContain(squeezed(removable))
  expect(summary.get('Removable Seats by Holder')).toBe(removable)

  // The shared page computes its totals from the redacted document.
  const shared = redactReport(document, { maskNames: false })
  expect(reportTotals(shared)).toEqual({ ...seats, savings: null })
  expect(shared.licenses.map(({ issues }) => issues)).toEqual(
    document.licenses.map(({ issues }) => issues),
  )
})

test('a search has the seats and problems of the tenant and of each visible license', async () => {
  const { licenses, figures } = await screenTotals()
  const found = await admin.call(searchEstate, { query: { q: 'part_' } })
  expect(seatsById(found.licenses.items)).toEqual(seatsById(licenses))
  const { tenants } = await admin.call(searchEstate, { query: { q: 'fabrikam' } })
  expect(tenants.items[0]?.issues).toEqual(figures.issues)
})
type SeatField = 'enabledUnits' | 'consumedUnits' | 'issues'

const seatsById = (all: readonly Pick<TenantLicense, 'skuId' | SeatField>[]) =>
  Object.fromEntries(
    all.map(({ skuId, enabledUnits, consumedUnits, issues }) => [
      skuId,
      { enabledUnits, consumedUnits, issues },
    ]),
  )

test('a report of chosen licenses says so in every file', async () => {
  const wanted = { tenantId: TENANT, licenseIds: [E3], userIds: ['ada'] }
  const note = '1 of 7 licenses were chosen; totals count these only'
  const document = await generatedDocument(admin, wanted)
  expect(selectionNote(document)).toBe(note)
  expect(selectionNote(redactReport(document, { maskNames: false }))).toBe(note)
  const file = async (format: string) => (await generate(admin, { ...wanted, format })).rawPayload
  const rows: Record<string, string>[] = parse(await file('csv'), { bom: true, columns: true })
  expect(rows.map((row) => row['Selection'])).toEqual([note])
  const [summary] = await readExcelFile(await file('xlsx'))
  expect(summary?.data).toContainEqual(['Selection', note])
  const { pages } = await readPdf(await file('pdf'))
  for (const page of pages.slice(0, 2)) expect(squeezed(page)).toContain(squeezed(note))
})

/** As texts of a PDF file can be compared: line ends and blanks are its layout. */
const squeezed = (text: string): string => text.replaceAll(/\s/gu, '')

const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

test('All Tenants, the tenant page, its licenses and the sum of all tenants have equal figures', async () => {
  const { tenants, savings } = await admin.call(listTenants, {})
  const figures = tenants[0]?.figures
  const { tenant, licenses, licenseSummary } = await details()
  expect(tenant.figures).toEqual(figures)
  expect(figures?.savings).toEqual(savings)
  const { licenses: listed } = await admin.call(listTenantLicenses, {
    params: { tenantId: TENANT },
  })
  expect(listed).toEqual(licenses)
  expect(licenseSummary).toMatchObject({
    totalLicenses: figures?.paidSeats,
    consumedLicenses: figures?.assignedPaidSeats,
    availableLicenses: figures?.unassignedPaidSeats,
    paidSkus: 5,
    freeSkus: 1,
    companyWideSkus: 1,
  })
  // Two seats of E5 and seven of a license without usable seats.
  expect(licenseSummary?.seatsBeyond).toBe(9)
  expect(figures?.issues).toEqual([
    { kind: 'overallocated', licenses: 1, seats: 2, endsAt: null },
    { kind: 'unentitled', licenses: 1, seats: 7, endsAt: null },
    { kind: 'grace', licenses: 1, seats: 2, endsAt: '2027-01-05T12:00:00.000Z' },
  ])
  expect(removableSentence(savings, String)).toBe(
    '19 unassigned + 2 held by blocked users or guests = 21 removable seats; 5 without a price',
  )
})
