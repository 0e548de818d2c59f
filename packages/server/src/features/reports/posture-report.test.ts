import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { TenantId } from '@tenantscope/contract/ids'
import { getTenantPosture } from '@tenantscope/contract/posture'
import { createPostureException } from '@tenantscope/contract/posture-exceptions'
import {
  compareReportSnapshots,
  downloadReportSnapshot,
  generateReport,
  listReportSnapshots,
} from '@tenantscope/contract/reports'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { grantTenantAccess } from '../../lib/tenant-access.ts'
import {
  ADDRESS,
  MFA,
  PLANTED,
  SECRET,
  SPF,
  generatePosture,
  postureBody,
  postureDocument,
  storeJudged,
} from '../../testing/posture-report-world.ts'
import { partsOf, readPdf } from '../../testing/read-pdf.ts'
import { READING, generate, reportsOf, storeFor } from '../../testing/report-world.ts'
import { storePosture } from '../../testing/stored-posture.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const tenantId = TenantId.parse(guidOf(71))
const elsewhere = TenantId.parse(guidOf(72))
const DAY_MS = 86_400_000

let app: TestApp
let viewer: TestBrowser
let technician: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeFor(app, tenantId, READING)
  await storeFor(app, elsewhere, READING)
  await storeJudged(app, tenantId)
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
  technician = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

const acceptSecret = () =>
  technician.call(createPostureException, {
    body: {
      scope: { kind: 'tenant', tenantId },
      checkId: SECRET,
      objectId: null,
      reason: 'The application ends in spring',
      endsAt: new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString(),
    },
  })
const shown = () => viewer.call(getTenantPosture, { params: { tenantId } })
const listed = async () =>
  (await viewer.call(listReportSnapshots, { params: { tenantId } })).snapshots

const sorted = <Check extends { id: string }>(checks: readonly Check[]): Check[] =>
  checks.toSorted((a, b) => a.id.localeCompare(b.id))

describe('the report of the posture', () => {
  test('has the score and the verdicts that the page of the tenant shows', async () => {
    await acceptSecret()
    const [posture, report] = [await shown(), await postureDocument(viewer, { tenantId })]
    expect(report).toMatchObject({
      schema: 'tenantscope/report',
      version: 1,
      reportType: 'posture',
      isRedacted: false,
      tenant: { displayName: 'Contoso / Süd', id: tenantId },
      dataAsOf: posture.dataAsOf,
      totalChecks: CHECKS.length,
    })
    expect(report.score).toEqual(posture.score)
    expect(report.score.checks).toMatchObject({ failed: 2, excepted: 1, notRead: 1 })
    expect(sorted(report.checks).map((check) => ({ ...check, ...EXPLAINED }))).toEqual(
      sorted(posture.checks).map(({ more: _more, ...check }) => ({ ...check, ...EXPLAINED })),
    )
    expect(report.checks[0]).toMatchObject({ id: MFA, objectCount: 11, area: 'Conditional Access' })
    expect(report.checks[0]?.objects).toHaveLength(4)
  })

  test('opens with the most important failed checks, and what got better and worse', async () => {
    const report = await postureDocument(viewer, { tenantId })
    const { percent, grade } = (await shown()).score
    expect(report.statement).toBe(
      `The security score is ${percent}% (grade ${grade}); 3 of ${CHECKS.length - 1} judged checks failed.`,
    )
    expect(report.findings.map(({ checkId, objectCount }) => [checkId, objectCount])).toEqual([
      [MFA, 11],
      [SPF, 1],
      [SECRET, 2],
    ])
    const since = new Date(app.clock.now().getTime() - 30 * DAY_MS).toISOString()
    expect(report.comparedSince).toBe(since)
    expect(report.better.map(({ checkId }) => checkId)).toEqual(['ca.block-legacy'])
    expect(report.worse.map(({ checkId }) => checkId)).toEqual([MFA])
  })

  test('an accepted check is neither a finding nor worse', async () => {
    await acceptSecret()
    const report = await postureDocument(viewer, { tenantId })
    expect(report.findings.map(({ checkId }) => checkId)).toEqual([MFA, SPF])
    expect(report.checks.find(({ id }) => id === SECRET)?.verdict).toBe('excepted')
  })

  test('has only the chosen checks; the score counts all of them', async () => {
    const report = await postureDocument(viewer, {
      tenantId,
      checkIds: [SPF, 'ca.block-legacy', SPF],
    })
    expect(report.checks.map(({ id }) => id)).toEqual([SPF, 'ca.block-legacy'])
    expect(report.findings.map(({ checkId }) => checkId)).toEqual([SPF])
    expect([report.worse, report.better.length]).toEqual([[], 1])
    expect(report.score).toEqual((await shown()).score)
  })

  test('is listed with its figures, never with counts of users, and the trail says them', async () => {
    await postureDocument(viewer, { tenantId })
    await generate(viewer, { tenantId })
    const { score } = await shown()
    const posture = { score: score.percent, failedChecks: 3 }
    const byType = new Map((await listed()).map((each) => [each.reportType, each]))
    expect(byType.get('posture')).toMatchObject({
      licenseCount: null,
      userCount: null,
      assignmentCount: null,
      posture,
    })
    expect(byType.get('user-license')).toMatchObject({ userCount: 5, posture: null })
    const entries = await app.database.handle.db
      .selectFrom('securityAuditLog')
      .select('details')
      .where('action', '=', 'report made')
      .orderBy('id')
      .execute()
    expect(entries[0]?.details).toMatch(
      `Security Posture Report (json): score ${score.percent}%, 3 failed checks; report `,
    )
  })

  test('cannot be compared, neither with its like nor with another type', async () => {
    await postureDocument(viewer, { tenantId })
    await postureDocument(viewer, { tenantId })
    await generate(viewer, { tenantId })
    const snapshots = await listed()
    const ids = snapshots.filter(({ reportType }) => reportType === 'posture').map(({ id }) => id)
    const other = snapshots.find(({ reportType }) => reportType === 'user-license')
    const refusal = async (query: { one: (typeof ids)[number]; other: (typeof ids)[number] }) => {
      const { status, body } = await viewer.refusal(compareReportSnapshots, {
        params: { tenantId },
        query,
      })
      return [status, body.message]
    }
    expect(await refusal({ one: ids[0]!, other: other!.id })).toEqual([
      400,
      'Reports of different types cannot be compared',
    ])
    expect(await refusal({ one: ids[0]!, other: ids[1]! })).toEqual([
      400,
      'Security Posture Reports cannot be compared. The Security tab of the tenant lists what changed.',
    ])
  })

  test('is downloaded again as it was made', async () => {
    const made = await postureDocument(viewer, { tenantId })
    await storePosture(app.database.handle.db, { tenantId, at: app.clock.now() })
    const [snapshot] = await listed()
    const params = { tenantId, snapshotId: snapshot!.id }
    const again = await viewer.request({
      method: 'GET',
      url: addressOf(downloadReportSnapshot, { params, query: { format: 'json' } }),
    })
    expect(again.json()).toEqual(made)
    expect(again.headers['content-disposition']).toContain('posture-report-')
    const { reports } = reportsOf(app)
    expect(await reports.statementOf(grantTenantAccess(tenantId), snapshot!.id)).toBe(
      made.statement,
    )
  })
})

/** Texts of the catalogue, which the page reads with another call, and counts of this report. */
const EXPLAINED = {
  area: null,
  why: null,
  fix: null,
  effort: null,
  userImpact: null,
  licence: null,
  objectCount: null,
}

describe('its files', () => {
  test('a CSV file has one row per check, guarded against formulas', async () => {
    const { rawPayload } = await generatePosture(viewer, { tenantId, format: 'csv' })
    const rows = parse<Record<string, string>>(rawPayload, { columns: true, bom: true })
    expect(rows).toHaveLength(CHECKS.length)
    expect(rows[0]).toMatchObject({
      'Check ID': MFA,
      Severity: 'Critical',
      Verdict: 'Failed',
      Change: 'Worse',
      'Object Count': '11',
      Counts: 'People: 3',
      Objects: `${PLANTED.policy}; ${PLANTED.group}; ${PLANTED.user};' =HYPERLINK("${ADDRESS}"); and 7 more`,
    })
    expect(rows.find((row) => row['Check ID'] === 'ca.block-legacy')).toMatchObject({
      Verdict: 'Passed',
      Change: 'Better',
    })
  })

  test('with chosen checks they have just those, and say how many were chosen', async () => {
    const checkIds = [SPF, 'ca.block-legacy']
    const note = `2 of ${CHECKS.length} checks were chosen; the score counts all of them`
    const fileOf = async (format: string) =>
      (await generatePosture(viewer, { tenantId, checkIds, format })).rawPayload
    const rows = parse<Record<string, string>>(await fileOf('csv'), { columns: true, bom: true })
    expect(rows.map((row) => [row['Check ID'], row['Selection']])).toEqual([
      [SPF, note],
      ['ca.block-legacy', note],
    ])
    const sheets = await readExcelFile(await fileOf('xlsx'))
    const [summary, checks] = sheets.map(({ data }) => data)
    expect(new Map(summary?.map(([name, value]) => [name, value])).get('Selection')).toBe(note)
    expect(checks?.slice(1)).toHaveLength(2)
    const pdf = await readPdf(await fileOf('pdf'))
    expect(partsOf(pdf.parts, 'TR')).toHaveLength(1 + 2)
    for (const page of pdf.pages.slice(0, 2)) expect(page).toContain(note.slice(0, 30))
  })

  test('an Excel file has the sheets Summary, Checks and Evidence', async () => {
    const { rawPayload } = await generatePosture(viewer, { tenantId, format: 'xlsx' })
    const sheets = await readExcelFile(rawPayload)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Checks', 'Evidence'])
    const [summary, checks, evidence] = sheets.map(({ data }) => data)
    expect(new Map(summary?.map(([name, value]) => [name, value])).get('Failed Checks')).toBe(3)
    expect(checks).toHaveLength(CHECKS.length + 1)
    expect(evidence?.slice(1).map((row) => row[5])).toEqual([
      PLANTED.policy,
      PLANTED.group,
      PLANTED.user,
      `=HYPERLINK("${ADDRESS}")`,
      PLANTED.domain,
      PLANTED.application,
      PLANTED.setting,
      PLANTED.device,
    ])
  })

  test('a PDF file has the cover, one page for owners, and then the checks', async () => {
    const { rawPayload } = await generatePosture(viewer, { tenantId, format: 'pdf' })
    const pdf = await readPdf(rawPayload)
    const [cover = '', overview = '', checks = ''] = pdf.pages
    expect(cover).toContain('Security Posture Report')
    expect(pdf.bookmarks).toEqual(['Overview', 'Checks'])
    const headings = partsOf(pdf.parts, 'H2').map(({ text }) => text)
    expect(headings).toEqual([
      'Most important findings',
      expect.stringMatching(/^Better since /u),
      expect.stringMatching(/^Worse since /u),
    ])
    const title = CHECKS.find(({ id }) => id === MFA)?.title ?? ''
    expect(overview).toContain(`1. ${title} (Critical)`)
    expect(checks).toContain('Checks')
    // Its header, and a row of each check.
    expect(partsOf(pdf.parts, 'TR')).toHaveLength(CHECKS.length + 1)
    expect(pdf.pages.join(' ')).toContain(PLANTED.group)
  })
})

const refusal = async (wanted: object, by = viewer) => {
  const { status, body } = await by.refusal(generateReport, {
    body: postureBody({ tenantId, ...wanted }),
  })
  return [status, body.message, body.fields?.map(({ field }) => field)]
}

describe('a report that is refused', () => {
  test('names the checks that do not exist', async () => {
    expect(await refusal({ checkIds: [MFA, 'ca.nothing'] })).toEqual([
      400,
      'No check has these IDs: ca.nothing',
      ['body.checkIds'],
    ])
    expect(await refusal({ checkIds: [] })).toEqual([
      400,
      'Please select at least one check.',
      ['body.checkIds'],
    ])
  })

  test('says that the tenant was not read or not judged yet', async () => {
    const admin = await app.signIn('admin')
    const unread = await app.addTenant(guidOf(73))
    expect(await refusal({ tenantId: unread }, admin)).toEqual([
      409,
      'This tenant has not been read yet. Refresh it before creating a report.',
      undefined,
    ])
    expect(await refusal({ tenantId: elsewhere }, admin)).toEqual([
      409,
      'The checks of this tenant have not been judged yet. Try again after its next refresh.',
      undefined,
    ])
    expect(await listed()).toEqual([])
  })

  test('is not found for users without the tenant', async () => {
    expect((await refusal({ tenantId: elsewhere }))[0]).toBe(404)
  })
})
