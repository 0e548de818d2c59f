import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { csvFile } from '@tenantscope/analysis/csv'
import { sumIssues } from '@tenantscope/analysis/license-issues'
import {
  coveredPercent,
  judgedSentence,
  postureFigures,
} from '@tenantscope/analysis/posture-figures'
import { reportTotals } from '@tenantscope/analysis/report-statement'
import { addSavings, summarizeSavings } from '@tenantscope/analysis/savings'
import { inTheirCurrency } from '@tenantscope/analysis/sum-currency'
import { tenantCsvColumns } from '@tenantscope/analysis/tenant-csv'
import { findingsOf } from '@tenantscope/analysis/tenant-findings'
import { countedSentence, countedTenants } from '@tenantscope/analysis/tenant-sums'
import { countVerifications, unreadableSentence } from '@tenantscope/analysis/verification'
import { getAzurePermissions } from '@tenantscope/contract/azure'
import { getEstateLicense, listEstateLicenses } from '@tenantscope/contract/estate-licenses'
import { TenantId } from '@tenantscope/contract/ids'
import { listLicenseHolders } from '@tenantscope/contract/licenses'
import {
  CheckId,
  getPosture,
  getPostureCheck,
  getTenantPosture,
} from '@tenantscope/contract/posture'
import { LicenseReport } from '@tenantscope/contract/report-document'
import { searchEstate } from '@tenantscope/contract/search'
import { createShare, readSharedReport } from '@tenantscope/contract/shares'
import { getTenantDetails, getTenantHistory, listTenants } from '@tenantscope/contract/tenants'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { E3, E5, FIGURES_READING, VISIO } from '../../testing/figures-world.ts'
import { postureDocument } from '../../testing/posture-report-world.ts'
import { generatedDocument } from '../../testing/report-world.ts'
import { get, sharedPath } from '../../testing/share-world.ts'
import { storePosture } from '../../testing/stored-posture.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const idOf = (number: number) => TenantId.parse(guidOf(number))
const FABRIKAM = idOf(1)
const CONTOSO = idOf(2)
const STOPPED = idOf(3)
const FAILED = idOf(4)
const GONE = idOf(5)
const PENDING = idOf(6)
/** The tenants that have figures. */
const COUNTED = [FABRIKAM, CONTOSO, STOPPED, FAILED]
const [FIRST = '', SECOND = ''] = CHECKS.filter(({ severity }) => severity === 'critical').map(
  ({ id }) => id,
)
const PEOPLE = ['ada', 'ben', 'gil', 'ida']

let app: TestApp
let admin: TestBrowser

/** Six tenants with the same people; each reads one more seat of E3 than the one before. */
beforeAll(async () => {
  app = await createTestApp()
  const { db } = app.database.handle
  const at = app.clock.now()
  for (const [number, id] of [...COUNTED, GONE].entries()) {
    const skus = (FIGURES_READING.skus ?? []).map((sku) =>
      sku.skuId === E3 ? { ...sku, enabledUnits: 20 + number } : sku,
    )
    await storeReading(
      db,
      { id, displayName: `Tenant ${number}`, at },
      { ...FIGURES_READING, skus },
    )
    const counts = { ...NO_PEOPLE, members: 3, membersCovered: number % 2, membersNotCovered: 3 }
    await db
      .updateTable('generations')
      .set({
        mfa: 'partial',
        mfaCoverage: JSON.stringify({ verdict: 'partial', counts, reasons: [] }),
      })
      .where('tenantId', '=', id)
      .execute()
    const verdicts = { [FIRST]: 'failed', [SECOND]: number === 0 ? 'failed' : 'passed' } as const
    await storePosture(db, { tenantId: id, at, verdicts })
  }
  await app.addTenant(PENDING, 'Pending')
  const set = (id: TenantId, changes: object) =>
    db.updateTable('tenants').set(changes).where('id', '=', id).execute()
  await set(STOPPED, { readingStoppedAt: at })
  await set(FAILED, { failureCode: 'UNAVAILABLE', failureAt: at })
  await set(GONE, { status: 'Inactive', goneAt: at })
  admin = await app.signIn('admin')
  // Not by the calls: they judge the tenants again, and would replace the stored verdicts.
  const choose = (skuIds: string[], changes: object) =>
    db.updateTable('licenseVisibility').set(changes).where('skuId', 'in', skuIds).execute()
  const price = { kind: 'customer', amountMinor: 1_010, currency: 'USD', changedAt: at } as const
  const prices = [E3, E5].map((skuId) => ({ ...price, skuId }))
  await db.insertInto('licensePrices').values(prices).execute()
  await choose([VISIO], { isVisible: false })
})
afterAll(() => app.close())

const NO_PEOPLE = {
  membersCovered: 0,
  membersNotKnown: 0,
  guests: 0,
  guestsCovered: 0,
  blocked: 0,
  emergencyAccounts: 0,
  agents: 0,
}

const USD = inTheirCurrency([])
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)
const details = (tenantId: TenantId) => admin.call(getTenantDetails, { params: { tenantId } })

/** The full report of a tenant: all of its visible licenses and every person. */
async function reportOf(tenantId: TenantId) {
  const { licenses } = await details(tenantId)
  const licenseIds = licenses.map(({ skuId }) => skuId)
  return generatedDocument(admin, { tenantId, licenseIds, userIds: PEOPLE })
}

/** The sums of All Tenants, as its cards and findings show them. */
async function estateTotals() {
  const { tenants, savings } = await admin.call(listTenants, {})
  const findings = Object.fromEntries(findingsOf(tenants).map(({ kind, count }) => [kind, count]))
  return { tenants, savings, findings }
}

test('the sums of All Tenants are the sums of the tenant pages', async () => {
  const { savings, findings } = await estateTotals()
  const pages = await Promise.all(COUNTED.map(details))
  expect(
    addSavings(
      pages.map(({ licenses }) => summarizeSavings(licenses, USD)),
      'USD',
    ),
  ).toEqual(savings)
  expect(pages.map(({ licenses }) => summarizeSavings(licenses, USD))).toEqual(
    pages.map(({ tenant }) => tenant.figures?.savings),
  )
  expect(findings['unusedSeats']).toBe(
    sum(pages.map(({ licenseSummary }) => licenseSummary?.availableLicenses ?? 0)),
  )
  const issues = sumIssues(pages.flatMap(({ licenses }) => licenses))
  expect(issues.map(({ kind, seats }) => [kind, seats])).toEqual(
    ['overallocated', 'unentitled', 'grace'].map((kind) => [kind, findings[kind]]),
  )
})

test('the licenses of the estate have the sums of All Tenants and of the pages of their SKUs', async () => {
  const { tenants, savings, findings } = await estateTotals()
  const { licenses, totals, tenants: counts } = await admin.call(listEstateLicenses, {})
  expect(counts).toEqual(countedTenants(tenants))
  expect(totals.savings).toEqual(savings)
  const figures = tenants.flatMap((tenant) => tenant.figures ?? [])
  expect([totals.seats, totals.assigned, totals.unused]).toEqual([
    sum(figures.map(({ paidSeats }) => paidSeats)),
    sum(figures.map(({ assignedPaidSeats }) => assignedPaidSeats)),
    findings['unusedSeats'],
  ])
  expect([totals.overAllocated, totals.unentitled, totals.inGrace]).toEqual(
    ['overallocated', 'unentitled', 'grace'].map((kind) => findings[kind]),
  )
  const pages = await Promise.all(
    licenses.map(({ skuId }) => admin.call(getEstateLicense, { params: { skuId } })),
  )
  expect(pages.map(({ license }) => license)).toEqual(licenses)
  const rows = pages.flatMap(({ licensedTenants }) => licensedTenants)
  for (const tenantId of COUNTED) {
    const own = rows.filter((row) => row.tenantId === tenantId)
    const figuresOfTenant = tenants.find(({ id }) => id === tenantId)?.figures
    expect(Math.round(sum(own.map(({ monthlyWaste }) => (monthlyWaste ?? 0) * 100))) / 100).toBe(
      figuresOfTenant?.savings.monthlyAmount,
    )
    expect(sum(own.map(({ unused }) => unused ?? 0))).toBe(figuresOfTenant?.unassignedPaidSeats)
  }
  expect(Math.round(sum(rows.map(({ monthlyCost }) => (monthlyCost ?? 0) * 100))) / 100).toBe(
    totals.monthlyCost,
  )
})

test('the sums of All Tenants are the sums of the full reports and of the links to them', async () => {
  const { tenants, savings, findings } = await estateTotals()
  const totals = (await Promise.all(COUNTED.map(reportOf))).map(reportTotals)
  const removable = totals.flatMap((each) => each.savings ?? [])
  expect({
    monthlyAmount: Math.round(sum(removable.map((each) => each.monthlyAmount * 100))) / 100,
    removableSeats: sum(removable.map((each) => each.removableSeats)),
    unpricedSeats: sum(removable.map((each) => each.unpricedSeats)),
    unassignedSeats: sum(removable.map(({ parts }) => parts?.unassignedSeats ?? 0)),
    heldSeats: sum(removable.map(({ parts }) => parts?.heldSeats ?? 0)),
    keptSeats: sum(removable.map(({ parts }) => parts?.keptSeats ?? 0)),
  }).toEqual({
    monthlyAmount: savings.monthlyAmount,
    removableSeats: savings.removableSeats,
    unpricedSeats: savings.unpricedSeats,
    unassignedSeats: savings.unassignedSeats,
    heldSeats: savings.heldSeats,
    keptSeats: savings.keptSeats,
  })
  expect(sum(totals.map(({ unassignedPaidSeats }) => unassignedPaidSeats))).toBe(
    findings['unusedSeats'],
  )

  const { licenses } = await details(FABRIKAM)
  const selection = { licenseIds: licenses.map(({ skuId }) => skuId), userIds: PEOPLE }
  const { share } = await admin.call(createShare, {
    body: {
      tenantId: FABRIKAM,
      reportType: 'user-license',
      reportData: JSON.stringify(selection),
    },
  })
  const visitor = app.browser()
  const { report } = await visitor.call(readSharedReport, { params: { token: share.shareToken } })
  const shared = LicenseReport.parse(JSON.parse(report.reportData))
  const { paidSeats, assignedPaidSeats, unassignedPaidSeats } =
    tenants.find(({ id }) => id === FABRIKAM)?.figures ?? {}
  expect(reportTotals(shared)).toEqual({
    paidSeats,
    assignedPaidSeats,
    unassignedPaidSeats,
    savings: null,
  })
  const file = await get(visitor, sharedPath(share.shareToken, '/download?format=csv'))
  const rows: Record<string, string>[] = parse(file.rawPayload, { bom: true, columns: true })
  const byLicense = new Map(rows.map((row) => [row['SKU Part Number'], row]))
  const paid = [...byLicense.values()].filter((row) => row['License Type'] === 'Paid')
  expect(sum(paid.map((row) => Number(row['License Usable Seats'])))).toBe(paidSeats)
})

test('the file of All Tenants has the figures of the screen, and empty cells where there are none', async () => {
  const { tenants, savings, findings } = await estateTotals()
  const rows: Record<string, string>[] = parse(
    csvFile(tenantCsvColumns({ timeZone: 'UTC', currency: 'USD' }), tenants),
    {
      bom: true,
      columns: true,
    },
  )
  const total = (header: string) => sum(rows.map((row) => Number(row[header])))
  expect({
    unusedSeats: total('Unassigned Paid Seats'),
    overallocated: total('Over-allocated seats'),
    unentitled: total('Use without entitlement'),
    grace: total('Seats in grace period'),
    criticalChecks: total('Critical Checks Failed'),
  }).toEqual({ ...findings, mfaNotRequired: undefined, unread: undefined })
  expect(total('Removable Seats')).toBe(savings.removableSeats)
  expect(total('Removable Seats without Price')).toBe(savings.unpricedSeats)
  expect(total('Savings per Month (USD)')).toBeCloseTo(savings.monthlyAmount, 2)
  const empty = rows.filter((row) => row['Paid Seats'] === '')
  expect(empty.map((row) => row['Display Name'])).toEqual(['Pending', 'Tenant 4'])
})

test('the search, the history and the lists of holders have the figures of the tenant page', async () => {
  const found = await admin.call(searchEstate, { query: { q: 'part_05e9' } })
  for (const tenantId of COUNTED) {
    const { licenses, tenant } = await details(tenantId)
    const license = licenses.find(({ skuId }) => skuId === E3)
    const result = found.licenses.items.find((each) => each.tenantId === tenantId)
    expect([result?.enabledUnits, result?.consumedUnits]).toEqual([
      license?.enabledUnits,
      license?.consumedUnits,
    ])
    const { days } = await admin.call(getTenantHistory, { params: { tenantId } })
    const { people, licensedPeople, paidSeats, assignedPaidSeats } = tenant.figures ?? {}
    expect(days).toMatchObject([{ people, licensedPeople, paidSeats, assignedPaidSeats }])
    const holders = (kind: 'blocked' | 'guests') =>
      Promise.all(
        licenses.flatMap(({ skuId, savings }) =>
          savings === null
            ? []
            : [admin.call(listLicenseHolders, { params: { tenantId }, query: { skuId, kind } })],
        ),
      )
    const listed = [...(await holders('blocked')), ...(await holders('guests'))]
    expect(sum(listed.map(({ total }) => total))).toBe(tenant.figures?.savings.heldSeats)
  }
})

test('the posture has the critical checks, members and tenants of All Tenants', async () => {
  const { tenants, findings } = await estateTotals()
  const estate = await admin.call(getPosture, {})
  const figures = postureFigures(estate)
  expect(figures).toMatchObject({ tenants: 5, judged: 4, failingCritical: 4, scored: 4 })
  const failing = await Promise.all(
    [FIRST, SECOND].map((id) =>
      admin.call(getPostureCheck, { params: { checkId: CheckId.parse(id) } }),
    ),
  )
  const failed = failing.map(
    (check) => check.tenants.filter(({ verdict }) => verdict === 'failed').length,
  )
  expect(failed).toEqual([4, 1])
  expect(findings['criticalChecks']).toBe(sum(failed))
  const notCovered = tenants.map(({ figures: each }) => each?.mfaNotCovered ?? 0)
  expect(estate.members.notCovered).toBe(sum(notCovered))
  expect(coveredPercent(estate.members)).toBe(Math.floor((2 / 14) * 100))
  for (const { tenantId, score } of estate.tenants.filter(({ verdicts }) => verdicts !== null)) {
    const own = await admin.call(getTenantPosture, { params: { tenantId } })
    const report = await postureDocument(admin, { tenantId })
    const listed = tenants.find(({ id }) => id === tenantId)
    expect([own.score.percent, report.score.percent, listed?.posture?.score]).toEqual([
      score,
      score,
      score,
    ])
    expect(listed?.posture?.criticalFailed).toBe(
      report.checks.filter(
        ({ severity, verdict }) => severity === 'critical' && verdict === 'failed',
      ).length,
    )
  }
})

test('where screens count other tenants, their sentences add up to the tenants of All Tenants', async () => {
  const { tenants } = await estateTotals()
  expect(countedSentence(countedTenants(tenants), String)).toBe(
    '4 counted + 1 not fully read + 1 inactive = 6 tenants',
  )
  expect(unreadableSentence(tenants, String)).toBe(
    '1 failed + 1 stopped + 1 without consent = 3 not readable',
  )
  const { evaluationMetrics } = await admin.call(getAzurePermissions, {})
  const { full, limited, notReadable, inactive } = countVerifications(tenants)
  expect(evaluationMetrics).toEqual({
    evaluatedTenants: full + limited,
    fullAccess: full,
    limitedAccess: limited,
    failedTenants: notReadable,
    inactiveTenants: inactive,
  })
  expect(judgedSentence(await admin.call(getPosture, {}), String)).toBe(
    '4 with current verdicts + 1 not judged yet + 1 inactive = 6 tenants',
  )
})
