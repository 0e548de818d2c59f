import { randomBytes } from 'node:crypto'

import { signInLocally } from '@tenantscope/contract/auth'
import { startConsent } from '@tenantscope/contract/consent'
import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { addLicense } from '@tenantscope/contract/license-management'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import { saveMailSettings } from '@tenantscope/contract/mail'
import { confirmSecondFactor, startSecondFactor } from '@tenantscope/contract/own-account'
import { createReportSchedule } from '@tenantscope/contract/report-schedules'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { saveSettings } from '@tenantscope/contract/settings'
import { createShare, listMyShares, readSharedReport } from '@tenantscope/contract/shares'
import { saveBackupSchedule } from '@tenantscope/contract/system'
import { createTenantGroup, setUserAccess } from '@tenantscope/contract/tenant-groups'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { TOTP } from 'otpauth'
import { afterEach, expect, test } from 'vitest'

import { SEALED_COLUMNS } from '../../db/sealed-columns.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createEmbeddedTestDatabase, createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { E3, READING } from '../../testing/report-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { downloadBackup, restoring, uploaded } from '../../testing/system-forms.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const PASSWORD = 'Quiet-Harbour-2026!'
const TENANT = guidOf(901)
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
const codeFor = (uri: string) => {
  const { searchParams } = new URL(uri)
  const secret = searchParams.get('secret') ?? ''
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
}

/** Signs in by the password alone, or with the second factor. */
async function signIn(app: TestApp, code?: string): Promise<TestBrowser> {
  const browser = app.browser()
  await browser.call(signInLocally, {
    body: { username: 'chief', password: PASSWORD, ...(code === undefined ? {} : { code }) },
  })
  return browser
}

/** Something of everything that an installation may hold. */
async function fill(app: TestApp): Promise<{ uri: string; shareToken: string }> {
  const { db } = app.database.handle
  await app.people.users.addLocal(
    { username: 'chief', displayName: 'The Chief', password: PASSWORD },
    { mustResetPassword: false },
    BY,
  )
  const chief = await signIn(app)
  await storeReading(db, { id: TENANT, displayName: 'Contoso / Süd', at: clock.now() }, READING)
  await app.addTenant(guidOf(902), 'Fabrikam')
  const credential = {
    clientId: guidOf(800),
    clientSecret: 'the app secret',
    tenantId: guidOf(801),
  }
  await app.connect(credential)
  const technician = await app.people.users.addMicrosoft(
    {
      tenantId: guidOf(801),
      microsoftId: guidOf(7),
      username: 'tech@partner.example',
      displayName: 'Tech',
      email: 'tech@partner.example',
    },
    { role: 'technician', tenantAccess: 'list' },
    BY,
  )
  const group = await chief.call(createTenantGroup, {
    body: { name: 'North', tenantIds: [TENANT] },
  })
  const groupIds = [group.id]
  await chief.call(setUserAccess, {
    params: { userId: technician.id },
    body: { mode: 'groups', groupIds },
  })
  await chief.call(saveTenantSettings, {
    params: { tenantId: TENANT },
    body: { settings: { alias: 'Our best', tags: ['gold'], spareSeats: [] } },
  })
  await chief.call(saveSettings, {
    body: {
      roleSyncEnabled: true,
      localAuthFallback: true,
      autoImportUsers: true,
      timezone: 'Asia/Tokyo',
      defaultTenantAccess: 'none',
      refreshHours: 12,
      auditRetentionMonths: 24,
      inactiveTenantRetentionMonths: 6,
      notificationKinds: ['consent-lost'],
    },
  })
  await chief.call(saveRoleMappings, {
    body: {
      mappings: [
        {
          id: 'helpdesk',
          microsoftRole: guidOf(810),
          localRole: 'technician' as const,
          access: { mode: 'groups' as const, groupIds },
        },
      ],
    },
  })
  await chief.call(saveMailSettings, {
    body: {
      settings: {
        host: 'mail.example',
        port: 587,
        security: 'starttls',
        username: 'sender',
        password: 'the mail password',
        from: 'reports@partner.example',
        fromName: 'Reports',
      },
    },
  })
  await chief.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice: 12.5 } })
  const shared = await chief.call(createShare, {
    body: {
      tenantId: TENANT,
      reportType: 'user-license',
      reportData: JSON.stringify({ licenseIds: [E3], userIds: ['twice'] }),
    },
  })
  await chief.call(createReportSchedule, {
    body: {
      tenantId: TENANT,
      format: 'pdf',
      recurrence: { frequency: 'weekly', weekday: 1 },
      time: '06:00',
      timeZone: 'Asia/Tokyo',
      recipientIds: [technician.id],
    },
  })
  await chief.call(addLicense, { body: { skuId: 'hidden-one' } })
  await chief.call(setLicenseVisibility, {
    params: { skuId: 'hidden-one' },
    body: { isVisible: false },
  })
  await chief.call(saveBackupSchedule, {
    body: { isEnabled: true, time: '03:30', keep: 5, passphrase: 'the scheduled passphrase' },
  })
  await chief.call(startConsent, { body: { kind: 'invitation', tenantId: TENANT } })
  const { uri } = await chief.call(startSecondFactor, {})
  await chief.call(confirmSecondFactor, { body: { code: codeFor(uri) } })
  // What a refresh brings back is not in a backup, so it is taken out of the comparison.
  await app.database.handle.executeSql(`
    update tenants set current_generation_id = null, reading_generation_id = null, data_as_of = null;
    delete from generations`)
  return { uri, shareToken: shared.share.shareToken }
}

/** They tell of this moment, this process, or the state of the audit itself. */
const OF_THE_MOMENT = [
  'streamEvents',
  'startMicrosoftSignIn',
  'finishMicrosoftSignIn',
  'finishAdminConsent',
  'getSystemHealth',
  'getBackupSchedule',
  'exportData',
  'exportAudit',
  'listAudit',
  'countAudit',
  'listLoginAudit',
  'verifyAudit',
  'listOwnSessions',
  'getSecurityStatus',
  'listJobs',
  'getAdminStats',
  'runSecurityAudit',
  'listSecurityAuditReports',
]
/** They ask Microsoft while somebody waits. */
const ASKING_MICROSOFT = [
  'findDirectoryPeople',
  'findDirectoryGroups',
  'listDirectoryRoles',
  'checkConsent',
]

const asked = endpoints.filter(
  ({ name, method, access }) =>
    method === 'GET' &&
    access !== 'public' &&
    ![...OF_THE_MOMENT, ...ASKING_MICROSOFT].includes(name),
)

function inputOf({ name, path }: AnyEndpoint, userId: number) {
  const queries: Readonly<Record<string, object>> = {
    searchEstate: { q: 'our' },
    listLicenseHolders: { skuId: E3 },
  }
  const query = queries[name] ?? {}
  const isOfUser = path.includes(':userId')
  const params = { tenantId: TENANT, viewType: 'dashboard', ...(isOfUser ? { userId } : {}) }
  return { params, query }
}

/** Every answer of every call that an administrator may ask, refusals too. */
async function answers(app: TestApp, browser: TestBrowser): Promise<Record<string, string>> {
  const [person] = (
    await app.database.handle.executeSql(`select id from users where username like 'tech%'`)
  ).rows
  const found: Record<string, string> = {}
  for (const endpoint of asked) {
    const response = await browser.request({
      method: 'GET',
      url: addressOf(endpoint, inputOf(endpoint, Number(person?.['id']))),
      headers: { 'sec-fetch-site': 'same-origin', 'x-background': '1' },
    })
    found[endpoint.name] =
      `${response.statusCode} ${response.body.replaceAll(/"(?:requestId|timestamp)":"[^"]*"/g, '')}`
  }
  return found
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
    const { uri, shareToken } = await fill(old)
    clock.advance({ minutes: 1 })
    const before = await signIn(old, codeFor(uri))
    const { bytes } = await downloadBackup(before)
    const told = await answers(old, before)
    const secrets = await sealedValues(old, keys.old)
    expect(Object.values(secrets).filter((values) => values.length > 0).length).toBeGreaterThan(5)

    const fresh = await open(await createNew(), keys.new)
    const stranger = await fresh.signIn('admin')
    const done = await uploaded(stranger, restoring(bytes))
    expect(done.recordsImported).toBeGreaterThan(20)

    await expect(signIn(fresh)).rejects.toThrow('SECOND_FACTOR_REQUIRED')
    clock.advance({ minutes: 1 })
    const after = await signIn(fresh, codeFor(uri))
    expect(await answers(fresh, after)).toEqual(told)
    expect(await sealedValues(fresh, keys.new)).toEqual(secrets)
    const { shares } = await after.call(listMyShares, {})
    expect(shares).toHaveLength(1)
    const shown = await fresh.browser().call(readSharedReport, { params: { token: shareToken } })
    expect(JSON.stringify(shown)).toContain('licenses')
  },
  240_000,
)
