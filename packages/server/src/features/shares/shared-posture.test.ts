import { PostureReport } from '@tenantscope/contract/posture-report'
import { createShare, listMyShares } from '@tenantscope/contract/shares'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  ADDRESS,
  MFA,
  PLANTED,
  PLANTED_IDS,
  SPF,
  postureDocument,
  storeJudged,
} from '../../testing/posture-report-world.ts'
import { get, open, sharedPath, storeShared } from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { UNPACKED, utf16 } from '../../testing/unpacked-files.ts'

const tenantId = guidOf(77)
const elsewhere = guidOf(78)
/** The tenant's own domain and address are in its name. */
const SECRETS = [
  ...Object.values(PLANTED),
  ...PLANTED_IDS,
  ADDRESS,
  'habersack',
  'fabrikam',
  'HYPERLINK',
  'technician-',
  tenantId,
]

let app: TestApp
let creator: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  await storeShared(app, tenantId)
  await storeShared(app, elsewhere)
  await storeJudged(app, tenantId)
  creator = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

const body = (over: object = {}) => ({
  tenantId,
  reportType: 'posture' as const,
  reportData: '{}',
  ...over,
})
const makeLink = async (over: object = {}) =>
  (await creator.call(createShare, { body: body(over) })).share
const refusal = async (over: object, by = creator) => {
  const { status, body: refused } = await by.refusal(createShare, { body: body(over) })
  return [status, refused.message]
}

describe('a link to the posture', () => {
  test.each(['json', 'csv', 'xlsx', 'pdf'])(
    'in the bytes of a %s file nothing is found that must not leave',
    async (format) => {
      const { shareToken } = await makeLink()
      const file = await get(app.browser(), sharedPath(shareToken, `/download?format=${format}`))
      expect(file.statusCode).toBe(200)
      const text = ((await UNPACKED[format]?.(file.rawPayload)) ?? '').toLowerCase()
      expect(text).toContain('conditional access')
      expect(
        SECRETS.filter((secret) =>
          [secret.toLowerCase(), utf16(secret)].some((written) => text.includes(written)),
        ),
      ).toEqual([])
    },
  )

  test('shows titles, verdicts, severity, counts, the score and our advice', async () => {
    const { shareToken } = await makeLink()
    const { reportType, reportData } = await open(app.browser(), shareToken)
    expect(reportType).toBe('posture')
    for (const secret of SECRETS) expect(reportData).not.toContain(secret)
    const shared = PostureReport.parse(JSON.parse(reportData))
    const whole = await postureDocument(creator, { tenantId })
    expect(shared.isRedacted).toBe(true)
    expect(shared.tenant).toEqual({ displayName: 'Acme (i•••@f•••.com)' })
    expect([shared.score, shared.better, shared.worse]).toEqual([
      whole.score,
      whole.better,
      whole.worse,
    ])
    expect(shared.findings.map(({ checkId }) => checkId)).toEqual(
      whole.findings.map(({ checkId }) => checkId),
    )
    expect(shared.checks).toEqual(
      whole.checks.map(({ reason: _reason, objects: _objects, ...allowed }) => allowed),
    )
  })

  test('is listed with its figures, and the trail says what was shared', async () => {
    const made = await makeLink({ maskNames: false })
    const { shares } = await creator.call(listMyShares, { query: {} })
    const whole = await postureDocument(creator, { tenantId })
    const posture = { score: whole.score.percent, failedChecks: 3 }
    expect(shares).toMatchObject([{ id: made.id, reportType: 'posture', summary: null, posture }])
    const entry = await app.database.handle.db
      .selectFrom('securityAuditLog')
      .select('details')
      .where('action', '=', 'share made')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(entry.details ?? '')).toEqual({
      shareId: made.id,
      until: made.expiresAt,
      reportType: 'posture',
      ...posture,
      maxAccess: null,
      masksNames: false,
      hasPassphrase: false,
    })
  })

  test('can have some checks only', async () => {
    const { shareToken } = await makeLink({ reportData: JSON.stringify({ checkIds: [SPF, MFA] }) })
    const { reportData } = await open(app.browser(), shareToken)
    const { checks } = PostureReport.parse(JSON.parse(reportData))
    expect(checks.map(({ id }) => id)).toEqual([MFA, SPF])
  })

  test.each(['', '{', '[]', 'null', '"{}"', '{"checkIds":[]}', '{"checkIds":"ca.mfa-all-users"}'])(
    'is refused with the reportData %j',
    async (reportData) => {
      expect(await refusal({ reportData })).toEqual([400, 'Report data is required'])
    },
  )

  test('is refused for unknown checks, an unjudged tenant, and one that is not granted', async () => {
    expect(await refusal({ reportData: '{"checkIds":["ca.nothing"]}' })).toEqual([
      400,
      'No check has these IDs: ca.nothing',
    ])
    const admin = await app.signIn('admin')
    expect((await refusal({ tenantId: elsewhere }, admin))[0]).toBe(409)
    expect((await refusal({ tenantId: elsewhere }))[0]).toBe(404)
    const viewer = await app.signIn('viewer', { tenants: [tenantId] })
    expect((await refusal({}, viewer))[0]).toBe(403)
  })
})
