import { TenantId } from '@tenantscope/contract/ids'
import { setLicensePrice } from '@tenantscope/contract/licenses'
import { generateReport, listReportSnapshots } from '@tenantscope/contract/reports'
import { SavingsReport } from '@tenantscope/contract/savings-report'
import { createShare } from '@tenantscope/contract/shares'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { E3, E5, FIGURES_READING } from '../../testing/figures-world.ts'
import { partsOf, readPdf } from '../../testing/read-pdf.ts'
import { generate } from '../../testing/report-world.ts'
import { get, open, sharedPath } from '../../testing/share-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { UNPACKED, utf16 } from '../../testing/unpacked-files.ts'

const tenantId = TenantId.parse(guidOf(61))
const elsewhere = TenantId.parse(guidOf(62))
const RENEWS = new Date('2027-03-03T12:00:00Z')
/** Of the purchase order; must never leave. */
const SUBSCRIPTION = 'aaaa1111-0000-4000-8000-00000000beef'

const READING: StoredReading = {
  ...FIGURES_READING,
  subscriptions: [
    ...(FIGURES_READING.subscriptions ?? []),
    { id: SUBSCRIPTION, skuId: E3, totalLicenses: 20, nextLifecycleDateTime: RENEWS },
  ],
}

let app: TestApp
let technician: TestBrowser

const store = (id: string, reading: StoredReading) =>
  storeReading(
    app.database.handle.db,
    { id, displayName: 'Fabrikam (it@fabrikam.com)', at: app.clock.now() },
    reading,
  )

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await store(tenantId, READING)
  await store(elsewhere, READING)
  technician = await app.signIn('technician', { tenants: [tenantId] })
  const admin = await app.signIn('admin')
  await admin.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice: 10.1 } })
})
afterAll(() => app.close())

const bodyOf = (over: object = {}) => ({
  tenantId,
  reportType: 'savings',
  licenseIds: undefined,
  userIds: undefined,
  ...over,
})
const documentOf = async (over: object = {}): Promise<SavingsReport> =>
  SavingsReport.parse((await generate(technician, bodyOf(over))).json())

const makeLink = async (reportData = '{}') =>
  (
    await technician.call(createShare, {
      body: { tenantId, reportType: 'savings', reportData },
    })
  ).share

const withoutBlanks = (text = '') => text.replaceAll(/\s+/gu, '')

describe('the report of the savings', () => {
  test('has the figures of the tenant page, what renews, and what to do first', async () => {
    const report = await documentOf()
    const { tenant } = await technician.call(getTenantDetails, { params: { tenantId } })
    expect(report.totals).toMatchObject({
      seats: tenant.figures?.paidSeats,
      assigned: tenant.figures?.assignedPaidSeats,
      unused: tenant.figures?.unassignedPaidSeats,
      savings: tenant.figures?.savings,
    })
    expect(report.licenses[0]).toMatchObject({
      skuId: E3,
      monthlyCost: 202,
      removableSeats: 16,
      monthlySavings: 161.6,
    })
    expect(report.licenses.map(({ kind }) => kind)).not.toContain('free')
    expect(report.recommendations[0]).toEqual({
      friendlyName: 'Microsoft 365 E3',
      seats: 16,
      heldSeats: 1,
      renewsAt: RENEWS.toISOString(),
      monthlyAmount: 161.6,
    })
    expect(report.renewals).toMatchObject([
      { event: 'graceEnds', seats: 2 },
      { friendlyName: 'Microsoft 365 E3', seats: 20, monthlyCost: 202, removableSeats: 16 },
    ])
  })

  test('has the chosen licenses only, and says so', async () => {
    const { licenses, selection } = await documentOf({ licenseIds: [E5] })
    expect([selection, licenses.map(({ skuId }) => skuId)]).toEqual(['chosen', [E5]])
  })

  test('is stored, listed with its amount, and the same in all files', async () => {
    const json = await documentOf()
    const csv = await generate(technician, bodyOf({ format: 'csv' }))
    const rows = parse<Record<string, string>>(csv.rawPayload, { columns: true, bom: true })
    expect(rows.map((row) => row['Savings per Month (USD)'])).toEqual(
      json.licenses.map(({ monthlySavings }) => monthlySavings?.toFixed(2) ?? ''),
    )
    const xlsx = await generate(technician, bodyOf({ format: 'xlsx' }))
    const sheets = await readExcelFile(xlsx.rawPayload)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Licenses', 'Renewals'])
    expect(
      new Map(sheets[0]?.data.map(([name, value]) => [name, value])).get('Savings per Month (USD)'),
    ).toBe(json.totals.savings?.monthlyAmount)
    expect(sheets[2]?.data).toHaveLength(1 + json.renewals.length)
    const { parts } = await readPdf(
      (await generate(technician, bodyOf({ format: 'pdf' }))).rawPayload,
    )
    // Lines and glyphs have no blanks of their own.
    const text = partsOf(parts, 'P')
      .map((part) => part.text)
      .join('')
    for (const sentence of [
      json.statement,
      '1. Reduce Microsoft 365 E3 by 16 seats at the renewal on Mar 03, 2027: USD 161.60 per month.',
    ])
      expect(withoutBlanks(text)).toContain(withoutBlanks(sentence))
    const { snapshots } = await technician.call(listReportSnapshots, { params: { tenantId } })
    expect(snapshots).toHaveLength(4)
    expect(snapshots[0]).toMatchObject({
      reportType: 'savings',
      savings: { monthlyAmount: json.totals.savings?.monthlyAmount, currency: 'USD' },
      posture: null,
    })
  })

  test('does not invent savings of an inactive tenant or dates of subscriptions that were not read', async () => {
    await store(tenantId, {
      ...READING,
      partFailures: [{ part: 'subscriptions', code: 'PERMISSION_MISSING', message: 'No' }],
    })
    const report = await documentOf()
    expect([report.areRenewalsKnown, report.renewals]).toEqual([false, []])
    await app.database.handle.db
      .updateTable('tenants')
      .set({ status: 'Inactive' })
      .where('id', '=', tenantId)
      .execute()
    const inactive = await documentOf()
    expect([inactive.totals.savings, inactive.recommendations]).toEqual([null, []])
    expect(inactive.statement).toContain('how many seats can be removed is not known')
  })

  test.each([
    [{ licenseIds: ['unknown'] }, 400, 'This tenant has no licenses with these IDs: unknown'],
    [{ licenseIds: [] }, 400, 'Please select at least one license.'],
    [{ tenantId: elsewhere }, 404, 'Tenant not found'],
  ])('%o is refused', async (over, status, message) => {
    const refused = await technician.refusal(generateReport, {
      body: { ...bodyOf({ format: 'json' }), ...over },
    })
    expect([refused.status, refused.body.message]).toEqual([status, message])
  })
})

describe('a link to the savings', () => {
  test.each(['json', 'csv', 'xlsx', 'pdf'])(
    'in the bytes of a %s file nothing is found that must not leave',
    async (format) => {
      const { shareToken } = await makeLink()
      const file = await get(app.browser(), sharedPath(shareToken, `/download?format=${format}`))
      expect(file.statusCode).toBe(200)
      const text = ((await UNPACKED[format]?.(file.rawPayload)) ?? '').toLowerCase()
      expect(text).toContain('microsoft 365 e3')
      const secrets = [tenantId, E3, E5, SUBSCRIPTION, 'fabrikam.com', 'technician-']
      expect(
        secrets.filter((secret) =>
          [secret.toLowerCase(), utf16(secret)].some((written) => text.includes(written)),
        ),
      ).toEqual([])
    },
  )

  test('shows amounts in the customer price, seats and dates; the list has its amount', async () => {
    const { shareToken, savings, reportType } = await makeLink(JSON.stringify({ licenseIds: [E3] }))
    const { reportData } = await open(app.browser(), shareToken)
    const shared = SavingsReport.parse(JSON.parse(reportData))
    expect(shared.licenses).toMatchObject([
      { friendlyName: 'Microsoft 365 E3', monthlyCost: 202, monthlySavings: 161.6 },
    ])
    expect([reportType, savings]).toEqual([
      'savings',
      { monthlyAmount: shared.totals.savings?.monthlyAmount, currency: 'USD' },
    ])
  })

  test.each(['', '{', '[]', '{"licenseIds":[]}', '{"licenseIds":"x"}', '{"licenseIds":["x"]}'])(
    'the selection %j is refused',
    async (reportData) => {
      const { status } = await technician.refusal(createShare, {
        body: { tenantId, reportType: 'savings', reportData },
      })
      expect(status).toBe(400)
    },
  )
})
