import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { TenantId } from '@tenantscope/contract/ids'
import {
  getPosture,
  getPostureCheck,
  getTenantPosture,
  getTenantPostureCheck,
  VERDICT_LETTERS,
} from '@tenantscope/contract/posture'
import type { ShownVerdict } from '@tenantscope/contract/posture'
import { createPostureException } from '@tenantscope/contract/posture-exceptions'
import { PostureReport } from '@tenantscope/contract/posture-report'
import { createShare } from '@tenantscope/contract/shares'
import { listTenants } from '@tenantscope/contract/tenants'
import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  generatePosture,
  MFA,
  postureDocument,
  SECRET,
  SPF,
  storeJudged,
} from '../../testing/posture-report-world.ts'
import { get, open, sharedPath, storeShared } from '../../testing/share-world.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

// The same tenant in every call and every file. The screens show these replies as they are.

/** Checks that are asked for one by one: each verdict of these tenants, and one that passed. */
const ASKED = [MFA, SPF, SECRET, 'dev.stale', 'ca.block-legacy']

const accepted = TenantId.parse(guidOf(91))
const untouched = TenantId.parse(guidOf(92))

let app: TestApp
let admin: TestBrowser

beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  admin = await app.signIn('admin')
  for (const tenantId of [accepted, untouched]) {
    await storeShared(app, tenantId)
    await storeJudged(app, tenantId)
  }
  await admin.call(createPostureException, {
    body: {
      scope: { kind: 'tenant', tenantId: accepted },
      checkId: SECRET,
      objectId: null,
      reason: 'The application ends in spring',
      endsAt: new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    },
  })
})
afterAll(() => app.close())

/** What one call or file says of a tenant: the score, and checks with their verdicts. */
interface Said {
  /** Undefined: it does not say the score. */
  readonly score?: number | null | undefined
  readonly verdicts: Readonly<Record<string, string | undefined>>
  /** The number of objects of the check of MFA. */
  readonly objects?: number | undefined
}

const VERDICTS = new Map(
  Object.entries(VERDICT_LETTERS).map(([verdict, letter]) => [letter, verdict]),
)

async function estate(tenantId: TenantId): Promise<Said> {
  const { checks, tenants } = await admin.call(getPosture, {})
  const tenant = tenants.find((each) => each.tenantId === tenantId)
  return {
    score: tenant?.score,
    verdicts: Object.fromEntries(
      checks.map(({ id }, at) => [id, VERDICTS.get(tenant?.verdicts?.charAt(at) ?? '')]),
    ),
  }
}

async function tenantPage(tenantId: TenantId): Promise<Said> {
  const { score, checks } = await admin.call(getTenantPosture, { params: { tenantId } })
  const mfa = checks.find(({ id }) => id === MFA)
  return {
    score: score.percent,
    verdicts: Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict])),
    objects: mfa && mfa.objects.length + mfa.more,
  }
}

async function checkPages(tenantId: TenantId): Promise<Said> {
  const verdicts: Record<string, string | undefined> = {}
  let objects: number | undefined
  for (const checkId of ASKED) {
    const { tenants } = await admin.call(getPostureCheck, { params: { checkId } })
    const found = tenants.find((each) => each.tenantId === tenantId)
    verdicts[checkId] = found?.verdict ?? undefined
    if (checkId === MFA) objects = found?.objectCount
  }
  return { verdicts, objects }
}

async function checkPanels(tenantId: TenantId): Promise<Said> {
  const verdicts: Record<string, string | undefined> = {}
  let objects: number | undefined
  for (const checkId of ASKED) {
    const { found } = await admin.call(getTenantPostureCheck, { params: { tenantId, checkId } })
    verdicts[checkId] = found?.verdict
    if (checkId === MFA) objects = found ? found.objects.length + found.more : undefined
  }
  return { verdicts, objects }
}

const saidBy = ({ score, checks }: PostureReport): Said => ({
  score: score.percent,
  verdicts: Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict])),
  objects: checks.find(({ id }) => id === MFA)?.objectCount,
})

const WORDS = new Map(
  Object.keys(VERDICT_LETTERS).map((verdict) => [
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the verdicts
    verdictText(verdict as ShownVerdict),
    verdict,
  ]),
)

function saidByRows(rows: readonly Readonly<Record<string, unknown>>[]): Said {
  const mfa = rows.find((row) => row['Check ID'] === MFA)
  return {
    verdicts: Object.fromEntries(
      rows.map((row) => [String(row['Check ID']), WORDS.get(String(row['Verdict']))]),
    ),
    objects: Number(mfa?.['Object Count']),
  }
}

const csvRows = (file: Buffer) => parse<Record<string, string>>(file, { columns: true, bom: true })

async function excel(tenantId: TenantId): Promise<Said> {
  const { rawPayload } = await generatePosture(admin, { tenantId, format: 'xlsx' })
  const sheets = new Map(
    (await readExcelFile(rawPayload)).map(({ sheet, data }) => [sheet, data] as const),
  )
  const [heads = [], ...rows] = sheets.get('Checks') ?? []
  const names = heads.map(String)
  return saidByRows(
    rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell]))),
  )
}

/** A link has fewer words and the same numbers. */
async function shared(tenantId: TenantId): Promise<Said[]> {
  const body = { tenantId, reportType: 'posture' as const, reportData: '{}' }
  const { shareToken } = (await admin.call(createShare, { body })).share
  const page = await open(app.browser(), shareToken)
  const file = await get(app.browser(), sharedPath(shareToken, '/download?format=csv'))
  return [
    saidBy(PostureReport.parse(JSON.parse(page.reportData))),
    saidByRows(csvRows(file.rawPayload)),
  ]
}

async function everywhere(tenantId: TenantId): Promise<Said[]> {
  const { rawPayload } = await generatePosture(admin, { tenantId, format: 'csv' })
  return [
    await estate(tenantId),
    await checkPages(tenantId),
    await checkPanels(tenantId),
    saidBy(await postureDocument(admin, { tenantId })),
    saidByRows(csvRows(rawPayload)),
    await excel(tenantId),
    ...(await shared(tenantId)),
  ]
}

test('numbers are equal in every call and file; a risk accepted for one tenant shows for no other', async () => {
  const { tenants } = await admin.call(listTenants, {})
  for (const [tenantId, expected] of [
    [accepted, 'excepted'],
    [untouched, 'failed'],
  ] as const) {
    const page = await tenantPage(tenantId)
    expect(Object.keys(page.verdicts)).toHaveLength(CHECKS.length)
    expect([page.objects, page.verdicts[SECRET]]).toEqual([11, expected])
    for (const { score = page.score, verdicts, objects = page.objects } of await everywhere(
      tenantId,
    )) {
      expect([score, objects, verdicts[SECRET]]).toEqual([page.score, page.objects, expected])
      expect(page.verdicts).toMatchObject(verdicts)
    }
    const listed = tenants.find(({ id }) => id === tenantId)?.posture
    expect(listed).toMatchObject({ score: page.score, criticalFailed: 1, isOld: false })
  }
})
