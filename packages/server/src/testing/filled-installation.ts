import { savePreferences } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import { saveReportSettings } from '@tenantscope/contract/branding'
import { startConsent } from '@tenantscope/contract/consent'
import { TenantId } from '@tenantscope/contract/ids'
import {
  addLicense,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import { setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import { saveMailSettings } from '@tenantscope/contract/mail'
import { confirmSecondFactor, startSecondFactor } from '@tenantscope/contract/own-account'
import { createReportSchedule } from '@tenantscope/contract/report-schedules'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import { runSecurityAudit } from '@tenantscope/contract/security-audit'
import { saveSettings } from '@tenantscope/contract/settings'
import { createShare } from '@tenantscope/contract/shares'
import { saveBackupSchedule } from '@tenantscope/contract/system'
import { createTenantGroup, setUserAccess } from '@tenantscope/contract/tenant-groups'
import { saveTenantSettings } from '@tenantscope/contract/tenant-settings'
import { saveView } from '@tenantscope/contract/views'
import { TOTP } from 'otpauth'

import { createActivityRepo } from '../features/activity/activity.repo.ts'
import { createNotificationsRepo } from '../features/notifications/notifications.repo.ts'
import { NO_SOURCE, OPERATOR } from '../lib/operator.ts'
import { pngOf } from './pictures.ts'
import { E3, FLOW, READING, generate } from './report-world.ts'
import { storeDecision } from './stored-decision.ts'
import { storeReading } from './stored-tenant.ts'
import type { StoredReading } from './stored-tenant.ts'
import { guidOf } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const PASSWORD = 'Quiet-Harbour-2026!'
const PARTNER = guidOf(801)

/** The customer with the most data, and a deleted one that only its last reading contains. */
export const CUSTOMER = TenantId.parse(guidOf(901))
export const GONE = TenantId.parse(guidOf(902))

/** Facts about a filled installation that only its creation knows. */
export interface FilledInstallation {
  /** Of the chief's authenticator app. */
  readonly uri: string
  readonly shareToken: string
}

/** A code of the authenticator app, as of the installation's clock. */
export function codeFor({ clock }: TestApp, uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
}

/** The chief, who signs in by the password alone, or with the second factor. */
export async function signInChief(app: TestApp, code?: string): Promise<TestBrowser> {
  const browser = app.browser()
  await browser.call(signInLocally, {
    body: { username: 'chief', password: PASSWORD, ...(code === undefined ? {} : { code }) },
  })
  return browser
}

/** Something of everything that an installation may hold. */
export async function fillInstallation(app: TestApp): Promise<FilledInstallation> {
  await app.people.users.addLocal(
    { username: 'chief', displayName: 'The Chief', password: PASSWORD },
    { mustResetPassword: false },
    BY,
  )
  const chief = await signInChief(app)
  await readTenants(app)
  await app.connect({ clientId: guidOf(800), clientSecret: 'the app secret', tenantId: PARTNER })
  const technicianId = await addPeople(app, chief)
  await configure(chief)
  await describeCustomer(chief)
  const shareToken = await makeReports(chief, technicianId)
  await chief.call(startConsent, { body: { kind: 'invitation', tenantId: CUSTOMER } })
  await tellOfLostConsent(app)
  await chief.call(runSecurityAudit, {})
  const { uri } = await chief.call(startSecondFactor, {})
  await chief.call(confirmSecondFactor, { body: { code: codeFor(app, uri) } })
  return { uri, shareToken }
}

const WHOLE_READING: StoredReading = {
  ...READING,
  subscriptions: [{ skuId: E3, skuPartNumber: 'SPE_E3', totalLicenses: 10 }],
  groups: [{ id: 'sales', displayName: 'Sales', assignedSkuIds: [E3] }],
  policies: [
    {
      id: 'mfa',
      displayName: 'Everybody at Contoso needs MFA',
      conditions: {
        users: { includeUsers: ['All'] },
        applications: { includeApplications: ['All'] },
      },
      grantControls: { operator: 'OR', builtInControls: ['mfa'] },
    },
  ],
  partFailures: [
    { part: 'roles', code: 'PERMISSION_MISSING', message: 'Roles could not be read.' },
  ],
  malformedRows: [{ part: 'users', malformed: 1, named: [{ id: null, field: 'id' }] }],
}

async function readTenants(app: TestApp): Promise<void> {
  const { db } = app.database.handle
  const at = app.clock.now()
  await storeReading(db, { id: CUSTOMER, displayName: 'Contoso / Süd', at }, WHOLE_READING)
  await storeReading(db, { id: GONE, displayName: 'Fabrikam', at }, READING)
  await db
    .updateTable('tenants')
    .set({ status: 'Inactive', goneAt: at, isConsented: false })
    .where('id', '=', GONE)
    .execute()
  await storeReading(db, { id: PARTNER, displayName: 'Partner GmbH', at }, {})
  await db
    .updateTable('tenants')
    .set({ isPartnerTenant: true })
    .where('id', '=', TenantId.parse(PARTNER))
    .execute()
  await storeDecision(db, { tenantId: CUSTOMER, skuId: E3, decidedAt: at })
  const run = { id: guidOf(850), state: 'succeeded', requestedBy: 'The Chief' } as const
  const read = { runId: run.id, tenantId: CUSTOMER, state: run.state, finishedAt: at }
  await db
    .insertInto('syncRuns')
    .values({ ...run, startedAt: at, finishedAt: at })
    .execute()
  await db.insertInto('syncRunTenants').values(read).execute()
  const activity = createActivityRepo(db)
  const readingId = await activity.begin(CUSTOMER, 'signIns', at)
  const seen = at.toISOString()
  await activity.insert('signIns', readingId, [
    {
      userId: 'twice',
      lastSignInAt: seen,
      lastNonInteractiveSignInAt: null,
      lastSuccessfulSignInAt: seen,
    },
  ])
  await activity.publish(CUSTOMER, 'signIns', {
    readingId,
    at,
    reportDate: null,
    isConcealed: false,
    unattributedRows: 0,
    malformedRows: { malformed: 1, named: [{ id: null, field: 'id' }] },
  })
}

async function addPeople(app: TestApp, chief: TestBrowser): Promise<number> {
  const technician = await app.people.users.addMicrosoft(
    {
      tenantId: PARTNER,
      microsoftId: guidOf(7),
      username: 'tech@partner.example',
      displayName: 'Tech',
      email: 'tech@partner.example',
    },
    { role: 'technician', tenantAccess: 'list' },
    BY,
  )
  const group = await chief.call(createTenantGroup, {
    body: { name: 'North', tenantIds: [CUSTOMER] },
  })
  const groupIds = [group.id]
  await chief.call(setUserAccess, {
    params: { userId: technician.id },
    body: { mode: 'groups', groupIds },
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
  return technician.id
}

async function configure(chief: TestBrowser): Promise<void> {
  await chief.call(saveSettings, {
    body: {
      roleSyncEnabled: true,
      localAuthFallback: true,
      secondFactorRequired: false,
      autoImportUsers: true,
      timezone: 'Asia/Tokyo',
      defaultTenantAccess: 'none',
      refreshHours: 12,
      auditRetentionMonths: 24,
      inactiveTenantRetentionMonths: 6,
      postureRetentionMonths: 18,
      billingPeopleMonths: 30,
      publicDnsRead: false,
      notificationKinds: ['consent-lost'],
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
  await chief.call(saveBackupSchedule, {
    body: { isEnabled: true, time: '03:30', keep: 5, passphrase: 'the scheduled passphrase' },
  })
  const base64 = pngOf({ width: 24, height: 12 }).toString('base64')
  await chief.call(saveReportSettings, {
    body: {
      name: 'Partner GmbH',
      accentColor: '#02717a',
      footer: 'Confidential',
      logo: { mediaType: 'image/png', base64 },
      retentionMonths: 9,
    },
  })
  await chief.call(savePreferences, {
    body: {
      theme: 'dark',
      timezone: 'Europe/Vienna',
      emailNotifications: false,
      desktopNotifications: true,
      compactView: true,
      defaultView: 'tenants',
    },
  })
  await chief.call(saveView, {
    body: {
      viewType: 'dashboard',
      preferences: {
        searchTerm: 'con',
        statusFilter: 'Active',
        accessLevelFilter: 'all',
        sortField: 'displayName',
        sortDirection: 'desc',
        tagFilter: 'gold',
      },
    },
  })
}

async function describeCustomer(chief: TestBrowser): Promise<void> {
  await chief.call(saveTenantSettings, {
    params: { tenantId: CUSTOMER },
    body: {
      settings: {
        alias: 'Our best',
        tags: ['gold'],
        spareSeats: [{ skuId: E3, seats: 2, reason: 'New people in May' }],
      },
    },
  })
  await chief.call(setLicensePrice, { params: { skuId: E3 }, body: { monthlyPrice: 12.5 } })
  await chief.call(setLicenseFriendlyName, {
    params: { skuId: E3 },
    body: { friendlyName: 'The big one' },
  })
  await chief.call(setLicenseType, { params: { skuId: FLOW }, body: { licenseType: 'paid' } })
  await chief.call(addLicense, { body: { skuId: 'hidden-one' } })
  await chief.call(setLicenseVisibility, {
    params: { skuId: 'hidden-one' },
    body: { isVisible: false },
  })
}

/** Two kept reports that differ, a share link and a schedule. */
async function makeReports(chief: TestBrowser, recipientId: number): Promise<string> {
  await generate(chief, { tenantId: CUSTOMER })
  await generate(chief, { tenantId: CUSTOMER, licenseIds: [E3], userIds: ['twice', 'bare'] })
  const shared = await chief.call(createShare, {
    body: {
      tenantId: CUSTOMER,
      reportType: 'user-license',
      reportData: JSON.stringify({ licenseIds: [E3], userIds: ['twice'] }),
    },
  })
  await chief.call(createReportSchedule, {
    body: {
      tenantId: CUSTOMER,
      format: 'pdf',
      recurrence: { frequency: 'weekly', weekday: 1 },
      time: '06:00',
      timeZone: 'Asia/Tokyo',
      recipientIds: [recipientId],
    },
  })
  return shared.share.shareToken
}

async function tellOfLostConsent({ database, clock }: TestApp): Promise<void> {
  await createNotificationsRepo(database.handle.db).record(
    [
      {
        kind: 'consent-lost',
        key: GONE,
        tenantId: GONE,
        userId: null,
        text: 'Fabrikam withdrew its consent.',
        address: `/tenant/${GONE}`,
      },
    ],
    clock.now(),
  )
}
