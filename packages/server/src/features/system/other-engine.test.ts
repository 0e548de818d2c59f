import { randomBytes } from 'node:crypto'

import { listAudit, listLoginAudit, verifyAudit } from '@tenantscope/contract/audit'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { listMyShares, readSharedReport } from '@tenantscope/contract/shares'
import { afterEach, expect, test } from 'vitest'

import { SEALED_COLUMNS } from '../../db/sealed-columns.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createEmbeddedTestDatabase, createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import {
  codeFor,
  CUSTOMER,
  fillInstallation,
  GONE,
  signInChief,
} from '../../testing/filled-installation.ts'
import { E3 } from '../../testing/report-world.ts'
import { downloadBackup, restoring, uploaded } from '../../testing/system-forms.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const clock = createFakeClock()

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function open(database: TestDatabase, secretKey: string): Promise<TestApp> {
  closing.push(() => database.close())
  const app = await createTestApp({ database, secretKey, clock })
  closing.push(() => app.close())
  await app.reset()
  return app
}

const newKey = () => randomBytes(32).toString('base64')

/** Calls that depend on the time or the process, change something, or query Microsoft live. */
const NOT_STORED = [
  'streamEvents',
  'startMicrosoftSignIn',
  'finishMicrosoftSignIn',
  'finishAdminConsent',
  'getSystemHealth',
  'listOwnSessions',
  'getSecurityStatus',
  'listJobs',
  'runSecurityAudit',
  'findDirectoryPeople',
  'findDirectoryGroups',
  'listDirectoryRoles',
  'checkConsent',
]
/** Between the backup and the question people signed in and looked: compared up to the backup, below. */
const GROWING = ['exportAudit', 'listAudit', 'countAudit', 'listLoginAudit']

/** What has to differ: when it was asked, where files lie on the host, and what came after the backup. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  exportData: ['exportedAt'],
  getBackupSchedule: ['directory', 'backups', 'lastBackupAt'],
  getAdminStats: ['activeSessions', 'lastBackup'],
  getTenantDetails: ['timestamp'],
  getOwnTenantDetails: ['timestamp'],
}

const asked = endpoints.filter(
  ({ name, method, access }) =>
    method === 'GET' && access !== 'public' && ![...NOT_STORED, ...GROWING].includes(name),
)

const QUERIES: Readonly<Record<string, readonly object[]>> = {
  searchEstate: [{ q: 'our best' }, { q: 'contoso' }, { q: 'big' }, { q: 'mfa' }],
  searchOneKind: [
    { q: 'contoso', kind: 'tenants' },
    { q: 'our best', kind: 'people' },
    { q: 'big', kind: 'licenses' },
    { q: 'mfa', kind: 'policies' },
    { q: 'mfa', kind: 'checks' },
  ],
  compareTenantPolicies: [{ compareWith: CUSTOMER }],
  listLicenseHolders: [{ skuId: E3 }],
  getPostureChanges: [{ since: '2020-01-01T00:00:00Z' }],
  getPostureTrend: [{ days: '30' }],
  getTenantPostureChanges: [{ since: '2020-01-01T00:00:00Z' }],
  downloadReportSnapshot: [{ format: 'json' }],
}

/** Of what the installation holds one of each kind, as addresses and queries name it. */
async function namesIn({ database }: TestApp): Promise<Record<string, unknown>> {
  const { rows } = await database.handle.executeSql(`
    select (select id from users where username like 'tech%') as "userId",
      (select max(id::text) from report_snapshots) as "snapshotId",
      (select min(id::text) from report_snapshots) as "other",
      (select id from shared_reports) as "shareId",
      (select id from report_schedules) as "scheduleId",
      (select id from sync_runs) as "runId", (select id from consents) as "consentId"`)
  const policyId = '00000000-0000-4000-8000-000000000404'
  return { ...rows[0], viewType: 'dashboard', checkId: 'ca.mfa-all-users', policyId, skuId: E3 }
}

function inputsOf({ name, path }: AnyEndpoint, names: Record<string, unknown>) {
  const { snapshotId: one, other } = names
  const queries = name === 'compareReportSnapshots' ? [{ one, other }] : (QUERIES[name] ?? [{}])
  const tenantIds = path.includes(':tenantId') ? [CUSTOMER, GONE] : [undefined]
  return tenantIds.flatMap((tenantId) =>
    queries.map((query) => ({ params: { ...names, tenantId }, query })),
  )
}

/** Every answer of every call that an administrator may ask, refusals too. */
async function answers(app: TestApp, browser: TestBrowser): Promise<Record<string, unknown>> {
  const names = await namesIn(app)
  const found: Record<string, unknown> = {}
  for (const endpoint of asked)
    for (const input of inputsOf(endpoint, names)) {
      const url = addressOf(endpoint, input)
      const headers = { 'sec-fetch-site': 'same-origin', 'x-background': '1' }
      const { statusCode, body } = await browser.request({ method: 'GET', url, headers })
      const received: unknown = JSON.parse(body)
      found[`${endpoint.name} ${url}`] =
        statusCode === 200 ? without(received, endpoint.name) : statusCode
    }
  return found
}

/** Of a policy and a frozen month that no tenant has, of a report in progress, and of a tenant without reports. */
const NOT_THERE = [
  'getTenantPolicy',
  'getTenantPolicy',
  'getBillingMonth',
  'getBillingMonth',
  'getReportProgress',
  'downloadReportSnapshot',
  'compareReportSnapshots',
]

const refusedOf = (received: Record<string, unknown>): (string | undefined)[] =>
  Object.keys(received)
    .filter((call) => typeof received[call] === 'number')
    .map((call) => call.split(' ')[0])

function without(received: unknown, name: string): unknown {
  const left = OTHERWISE[name]
  if (left === undefined || typeof received !== 'object' || received === null) return received
  return Object.fromEntries(Object.entries(received).filter(([member]) => !left.includes(member)))
}

/** Records as they are shown, newest first, a page after the other. */
async function allOf<Row>(
  pageAt: (page: { cursor?: string }) => Promise<{ rows: Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const { rows, nextCursor } = await pageAt({})
  const all = [...rows]
  for (let cursor = nextCursor; cursor !== null;) {
    const next = await pageAt({ cursor })
    all.push(...next.rows)
    cursor = next.nextCursor
  }
  return all
}

/** The trails up to their last records of a moment. */
async function trails(browser: TestBrowser, last = { entry: Infinity, signIn: Infinity }) {
  const entries = await allOf(async (query) => {
    const { entries: rows, nextCursor } = await browser.call(listAudit, { query })
    return { rows, nextCursor }
  })
  const signIns = await allOf(async (query) => {
    const { logs: rows, nextCursor } = await browser.call(listLoginAudit, { query })
    return { rows, nextCursor }
  })
  return {
    entries: entries.filter(({ id }) => id <= last.entry),
    signIns: signIns.filter(({ id }) => id <= last.signIn),
  }
}

async function sealedValues(app: TestApp, secretKey: string): Promise<Record<string, string[]>> {
  const sealer = createSealer(parseKeyRing(secretKey))
  const found: Record<string, string[]> = {}
  for (const { table, key, column, purposeOf } of SEALED_COLUMNS) {
    const { rows } = await app.database.handle.executeSql(
      `select ${key} as key, ${column} as sealed from ${table} where ${column} is not null order by 1`,
    )
    found[`${table}.${column}`] = rows.map((row) =>
      sealer.open(String(row['sealed']), purposeOf(String(row['key']))),
    )
  }
  return found
}

const OPENED = [
  ['from this engine to the embedded one', createTestDatabase, createEmbeddedTestDatabase],
  ['from the embedded one to this engine', createEmbeddedTestDatabase, createTestDatabase],
] as const

test.each(OPENED)(
  '%s: a new installation with another key answers as the old one did',
  async (_, createOld, createNew) => {
    const keys = { old: newKey(), new: newKey() }
    const old = await open(await createOld(), keys.old)
    const { uri, shareToken } = await fillInstallation(old)
    clock.advance({ minutes: 1 })
    const before = await signInChief(old, codeFor(old, uri))
    const kept = await trails(before)
    const last = { entry: kept.entries[0]?.id ?? 0, signIn: kept.signIns[0]?.id ?? 0 }
    const { bytes } = await downloadBackup(before)
    const received = await answers(old, before)
    expect(refusedOf(received)).toEqual(NOT_THERE)
    expect(kept.entries.length).toBeGreaterThan(20)
    expect(kept.signIns).toHaveLength(2)
    const secrets = await sealedValues(old, keys.old)
    expect(Object.values(secrets).filter((values) => values.length > 0).length).toBeGreaterThan(5)

    const fresh = await open(await createNew(), keys.new)
    const stranger = await fresh.signIn('admin')
    const done = await uploaded(stranger, restoring(bytes))
    expect(done.recordsImported).toBeGreaterThan(20)

    await expect(signInChief(fresh)).rejects.toThrow('SECOND_FACTOR_REQUIRED')
    clock.advance({ minutes: 1 })
    const after = await signInChief(fresh, codeFor(fresh, uri))
    expect(await answers(fresh, after)).toEqual(received)
    expect(await trails(after, last)).toEqual(kept)
    expect(await sealedValues(fresh, keys.new)).toEqual(secrets)
    expect(await after.call(verifyAudit, {})).toMatchObject({ isIntact: true })
    const { shares } = await after.call(listMyShares, {})
    expect(shares).toHaveLength(1)
    const shown = await fresh.browser().call(readSharedReport, { params: { token: shareToken } })
    expect(JSON.stringify(shown)).toContain('licenses')
  },
  240_000,
)
