import { savePreferences } from '@tenantscope/contract/account'
import { listAudit } from '@tenantscope/contract/audit'
import { getCurrentUser } from '@tenantscope/contract/auth'
import { TenantId } from '@tenantscope/contract/ids'
import type { UserId } from '@tenantscope/contract/ids'
import { createPostureException } from '@tenantscope/contract/posture-exceptions'
import { createReportSchedule, listReportSchedules } from '@tenantscope/contract/report-schedules'
import { downloadReportSnapshot, listReportSnapshots } from '@tenantscope/contract/reports'
import { listMyShares, readSharedReport } from '@tenantscope/contract/shares'
import { deleteUser, listUsers, toggleUserStatus } from '@tenantscope/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { generate } from '../../testing/report-world.ts'
import { E3, makeShare, open, PEOPLE_IDS, storeShared } from '../../testing/share-world.ts'
import { storeDecision } from '../../testing/stored-decision.ts'
import { guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createUserWorld } from '../../testing/user-world.ts'
import type { UserWorld } from '../../testing/user-world.ts'

const TENANT = TenantId.parse(guidOf(77))

let world: UserWorld
let app: TestApp
/** Who is deleted. */
let leaver: TestBrowser
let user: { id: UserId; username: string; displayName: string | null }
beforeAll(async () => {
  world = await createUserWorld()
  app = world.app
})
afterAll(() => app.close())
beforeEach(async () => {
  await world.reset()
  await storeShared(app, TENANT)
  leaver = await app.signIn('technician', { tenants: [TENANT] })
  user = (await leaver.call(getCurrentUser, {})).user
})

const remove = (userId = user.id, keepShares: 'true' | 'false' = 'false') =>
  world.admin.call(deleteUser, { params: { userId }, query: { keepShares } })
const refused = (browser: TestBrowser, userId: number) =>
  browser.refusal(deleteUser, { params: { userId } })
const schedule = {
  tenantId: TENANT,
  format: 'pdf',
  recurrence: { frequency: 'weekly', weekday: 1 },
  time: '06:00',
  timeZone: 'Europe/Berlin',
} as const

const PREFERENCES = {
  theme: 'dark',
  timezone: 'Europe/Berlin',
  emailNotifications: true,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
} as const

/** Tables outside the audit in which a text occurs. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = app.database.handle
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('security_audit_log', 'login_audit_log', 'license_visibility_log')
    order by 1`.execute(db)
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const hit = await sql`select 1 from ${sql.table(name)} as each_row
        where strpos(each_row::text, ${text}) > 0 limit 1`.execute(db)
      return hit.rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

describe('deleting an account', () => {
  test('ends its sessions and links, hands over what works for others, and takes the name away', async () => {
    const { username } = user
    const { token } = await makeShare(leaver, TENANT)
    await open(app.browser(), token)
    await leaver.call(createReportSchedule, { body: schedule })
    await generate(leaver, { tenantId: TENANT, licenseIds: [E3], userIds: PEOPLE_IDS })
    await leaver.call(savePreferences, { body: PREFERENCES })
    await leaver.call(createPostureException, {
      body: {
        scope: { kind: 'tenant', tenantId: TENANT },
        checkId: 'ca.mfa-all-users',
        objectId: null,
        reason: 'Accepted until the migration',
        endsAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
      },
    })
    await storeDecision(app.database.handle.db, {
      tenantId: TENANT,
      ownerId: user.id,
      ownerName: username,
      decidedBy: username,
      decidedAt: app.clock.now(),
    })
    expect(await tablesWith(username)).toEqual(
      expect.arrayContaining([
        'users',
        'shared_reports',
        'posture_exceptions',
        'renewal_decisions',
      ]),
    )

    const { message } = await remove()
    expect(message).toBe(
      `${user.displayName} is deleted and signed out. Their share links have ended.`,
    )
    expect((await leaver.refusal(getCurrentUser)).status).toBe(401)
    const params = { token }
    expect((await app.browser().refusal(readSharedReport, { params })).status).toBe(404)
    const { shares } = await world.admin.call(listMyShares, { query: {} })
    expect(shares).toMatchObject([{ isMine: true, isActive: false, accessCount: 1 }])
    const { schedules } = await world.admin.call(listReportSchedules, { query: {} })
    expect(schedules).toMatchObject([{ isMine: true, time: '06:00' }])
    const { users } = await world.admin.call(listUsers, { query: {} })
    expect(users.map(({ id }) => id)).toEqual([world.adminId])

    const { snapshots } = await world.admin.call(listReportSnapshots, {
      params: { tenantId: TENANT },
      query: {},
    })
    const name = `Deleted account ${user.id}`
    expect(snapshots).toMatchObject([{ createdBy: name }])
    const file = await world.admin.request({
      method: 'GET',
      url: addressOf(downloadReportSnapshot, {
        params: { tenantId: TENANT, snapshotId: snapshots[0]?.id },
        query: { format: 'json' },
      }),
    })
    expect(file.json()).toMatchObject({ createdBy: name })
    for (const text of [username, user.displayName ?? ''])
      expect(await tablesWith(text)).toEqual([])
  })

  test('is in the audit, whose records keep the name and the ID', async () => {
    await makeShare(leaver, TENANT)
    await remove()
    expect(await world.lastChange()).toMatchObject({
      action: 'account deleted',
      targetUserId: user.id,
      changedByUserId: world.adminId,
      oldValue: 'technician',
    })
    const { entries } = await world.admin.call(listAudit, { query: { q: user.username } })
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ changedBy: user.username, changedByUserId: user.id }),
        expect.objectContaining({
          action: 'account deleted',
          targetUser: user.username,
          targetUserId: user.id,
          details: '1 share link ended; 0 scheduled reports and 0 consents handed over',
        }),
      ]),
    )
  })

  test('keeps the share links open where the administrator wants it, also of a disabled account', async () => {
    const { token } = await makeShare(leaver, TENANT)
    const params = { userId: user.id }
    await world.admin.call(toggleUserStatus, { params, body: { disabled: true, keepShares: true } })
    await remove(user.id, 'true')
    expect(await open(app.browser(), token)).toMatchObject({ reportType: 'user-license' })
    const { shares } = await world.admin.call(listMyShares, { query: {} })
    expect(shares).toMatchObject([{ isMine: true, isActive: true }])
  })

  test('hands over invitation links', async () => {
    const at = app.clock.now()
    await app.database.handle.db
      .insertInto('consents')
      .values({
        id: guidOf(5),
        kind: 'invitation',
        stateHash: 'hash',
        clientId: guidOf(6),
        createdByUserId: user.id,
        createdBy: user.username,
        createdAt: at,
        expiresAt: at,
      })
      .execute()
    await remove()
    const rows = await app.database.handle.db
      .selectFrom('consents')
      .select(['createdByUserId', 'state'])
      .execute()
    expect(rows).toEqual([{ createdByUserId: world.adminId, state: 'waiting' }])
  })
})

describe('is refused', () => {
  test('for the own account', async () => {
    expect(await refused(world.admin, world.adminId)).toMatchObject({
      status: 409,
      body: { message: 'Cannot delete your own account' },
    })
  })

  test('for the last enabled local administrator, until there is another one', async () => {
    const last = await world.local('last')
    expect(await refused(world.admin, last)).toMatchObject({
      status: 409,
      body: {
        message: 'The last enabled local administrator cannot be disabled, demoted or deleted',
      },
    })
    await world.local('another')
    await remove(last)
  })

  test('to everybody but administrators, and an absent account is answered like any other', async () => {
    for (const role of ['viewer', 'technician'] as const) {
      const browser = await app.signIn(role)
      expect((await refused(browser, user.id)).status).toBe(403)
      expect((await refused(browser, 40_404)).status).toBe(403)
    }
    await remove()
    for (const id of [user.id, 40_404])
      expect(await refused(world.admin, id)).toMatchObject({
        status: 404,
        body: { message: 'User not found' },
      })
  })
})
