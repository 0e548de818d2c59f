import { getCurrentUser } from '@tenantscope/contract/auth'
import { TenantId, UserId } from '@tenantscope/contract/ids'
import { saveMailSettings } from '@tenantscope/contract/mail'
import { listNotifications } from '@tenantscope/contract/notifications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import type { MailServer } from '../../testing/mail-server.ts'
import { guidOf, createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { watchEvents } from './notifications.jobs.ts'
import { createNotificationsRepo } from './notifications.repo.ts'
import { createNotificationsService } from './notifications.service.ts'
import { createWatchedEventsRepo } from './watched-events.repo.ts'

const seen = guidOf(11)
const unseen = guidOf(12)

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
  await app.addTenant(seen, 'Contoso')
  await app.addTenant(unseen, 'Fabrikam')
})
afterAll(() => app.close())

const notificationsOf = async (browser: TestBrowser) =>
  (await browser.call(listNotifications, {})).notifications.map(
    ({ kind, text }) => `${kind}: ${text}`,
  )

/** Until the job has looked once more. */
async function look(): Promise<void> {
  const { db } = app.database.handle
  const done = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job
      where name = ${watchEvents.name} and state in ('completed', 'failed')`.execute(db)
    return rows[0]?.count ?? 0
  }
  const before = await done()
  await app.jobs.send(watchEvents, {})
  await vi.waitFor(async () => expect(await done()).toBeGreaterThan(before), {
    timeout: 30_000,
    interval: 100,
  })
}

async function loseConsent(tenantId: string): Promise<void> {
  await app.database.handle.db
    .updateTable('tenants')
    .set({ consentLostAt: app.clock.now() })
    .where('id', '=', TenantId.parse(tenantId))
    .execute()
}

async function failTwice(tenantId: string, states: readonly ('failed' | 'succeeded')[]) {
  const { db } = app.database.handle
  await db
    .updateTable('tenants')
    .set({
      status: 'Active',
      failureCode: 'UNAVAILABLE',
      failureMessage: 'Microsoft could not answer',
    })
    .where('id', '=', TenantId.parse(tenantId))
    .execute()
  for (const [index, state] of states.entries()) {
    const runId = guidOf(900 + index)
    const at = new Date(app.clock.now().getTime() - (states.length - index) * 60_000)
    await db
      .insertInto('syncRuns')
      .values({ id: runId, state: 'failed', requestedBy: 'a test', createdAt: at, finishedAt: at })
      .execute()
    await db
      .insertInto('syncRunTenants')
      .values({ runId, tenantId, state, finishedAt: at })
      .execute()
  }
}

describe('notifications of users', () => {
  test('a consent that was withdrawn, once, and only to those who see the tenant', async () => {
    const technician = await app.signIn('technician', { tenants: [seen] })
    const viewer = await app.signIn('viewer', { tenants: [seen] })
    await loseConsent(seen)
    await loseConsent(unseen)
    await look()
    await look()
    expect(await notificationsOf(technician)).toEqual([
      'consent-lost: Contoso withdrew its consent and is no longer read. The data of the last refresh is kept.',
    ])
    expect(await notificationsOf(admin)).toHaveLength(2)
    expect(await notificationsOf(viewer)).toEqual([])
  })

  test('an open stream notifies only users with access at that time', async () => {
    const { db } = app.database.handle
    for (const tenants of [[seen], [seen], [unseen]]) await app.signIn('technician', { tenants })
    await app.signIn('viewer', { tenants: [seen] })
    const people = (await app.people.users.list()).toSorted((a, b) => a.id - b.id)
    const [administrator, technician, disabled] = people.map(({ id }) => id)
    await db.updateTable('users').set({ isDisabled: true }).where('id', '=', disabled!).execute()
    await loseConsent(seen)
    await look()
    const { id } = await db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
    const repo = createNotificationsRepo(db)
    const asked = people.map((person) => person.id)
    const ids = [id]
    const sent = await repo.findFor(asked, { ids, switchedOn: ['consent-lost'] })
    expect(sent.map(({ personIds }) => personIds.toSorted((a, b) => a - b))).toEqual([
      [administrator, technician],
    ])
    expect(await repo.findFor(asked, { ids, switchedOn: [] })).toEqual([])
    expect(await repo.findFor([technician!], { ids, switchedOn: ['consent-lost'] })).toHaveLength(1)
  })

  test('a thousand events at once are recorded and sent with few statements, each once', async () => {
    const { db } = app.database.handle
    let statements = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const notifications = createNotificationsService({
      repo: createNotificationsRepo(counted),
      events: createWatchedEventsRepo(db),
      users: app.people.users,
      mail: { isConfigured: () => Promise.resolve(false), send: () => Promise.resolve() },
      publicUrl: new URL('https://scope.msp.example'),
      clock: app.clock,
      logger: createLogger({ level: 'silent' }),
    })
    const hearing = await notifications.listen(app.database.handle)
    const [person] = await app.people.users.list()
    const end = new AbortController()
    const news: string[] = []
    const reading = (async () => {
      for await (const { text } of notifications.newsOf(person!.id, end.signal)) news.push(text)
    })()
    const happenings = Array.from({ length: 1_000 }, (_, index) => ({
      kind: 'consent-lost' as const,
      key: `${index}`,
      tenantId: index % 2 === 0 ? seen : null,
      userId: null,
      text: `Text ${index}`,
      address: '/dashboard',
    }))
    const repo = createNotificationsRepo(counted)
    await repo.record([...happenings, happenings[0]!], app.clock.now())
    await repo.record(happenings, app.clock.now())
    await vi.waitFor(() => expect(news).toHaveLength(1_000), { timeout: 30_000 })
    expect(new Set(news)).toEqual(new Set(happenings.map(({ text }) => text)))
    // On PostgreSQL they may arrive in several pieces.
    expect(statements).toBeLessThan(20)
    end.abort()
    await reading
    await hearing.close()
  })

  test('a grant that is taken away takes the notification along', async () => {
    const technician = await app.signIn('technician', { tenants: [seen] })
    await loseConsent(seen)
    await look()
    expect(await notificationsOf(technician)).toHaveLength(1)
    await app.database.handle.db.deleteFrom('userTenantAccess').execute()
    expect(await notificationsOf(technician)).toEqual([])
  })

  test('a directory that Microsoft has blocked, at its first failure', async () => {
    await failTwice(seen, ['succeeded', 'failed'])
    await failTwice(unseen, [])
    await app.database.handle.db
      .updateTable('tenants')
      .set({ failureMicrosoftCode: 'AADSTS5000225', failureMessage: 'Microsoft blocked it.' })
      .where('id', '=', TenantId.parse(seen))
      .execute()
    await look()
    await look()
    expect(await notificationsOf(admin)).toEqual([
      'refresh-failing: Contoso could not be read: Microsoft blocked it.',
    ])
  })

  test('a tenant whose last two refreshes failed', async () => {
    await failTwice(seen, ['succeeded', 'failed', 'failed'])
    await failTwice(unseen, [])
    await look()
    expect(await notificationsOf(admin)).toEqual([
      'refresh-failing: Contoso could not be read twice in a row: Microsoft could not answer',
    ])
  })

  test('not a tenant that failed once after it succeeded', async () => {
    await failTwice(seen, ['failed', 'succeeded', 'failed'])
    await look()
    expect(await notificationsOf(admin)).toEqual([])
  })

  test('a backup that failed, unless one succeeded since', async () => {
    const { db } = app.database.handle
    const at = app.clock.now()
    await db
      .updateTable('backupSchedule')
      .set({ lastFailureAt: at, lastFailure: 'the disk is full' })
      .execute()
    await look()
    expect(await notificationsOf(admin)).toEqual([
      'backup-failed: The scheduled backup failed: the disk is full',
    ])
  })

  test('an exception that ended, once and to its owner only', async () => {
    const { db } = app.database.handle
    const owner = await app.signIn('technician', { tenants: [seen] })
    const colleague = await app.signIn('technician', { tenants: [seen] })
    const { user } = await owner.call(getCurrentUser, {})
    const names = { reason: 'Accepted for a test', ownerName: 'A', createdBy: 'A' }
    const exception = { ...names, checkId: 'ca.mfa-all-users', ownerId: Number(user.id) }
    const now = app.clock.now().getTime()
    const [ended, active] = [new Date(now - 1_000), new Date(now + 60_000)]
    await db
      .insertInto('postureExceptions')
      .values([
        { ...exception, tenantId: seen, endsAt: ended },
        { ...exception, tenantId: null, endsAt: active },
      ])
      .execute()
    await look()
    await look()
    expect(await notificationsOf(owner)).toEqual([
      expect.stringMatching(/^exception-ended: Your exception .* for Contoso has ended/u),
    ])
    expect([await notificationsOf(colleague), await notificationsOf(admin)]).toEqual([[], []])
    app.clock.advance({ minutes: 2 })
    await look()
    expect(await notificationsOf(owner)).toEqual([
      expect.stringContaining('for all tenants has ended'),
      expect.stringContaining('for Contoso has ended'),
    ])
    const rows = await db.selectFrom('postureExceptions').select('notifiedAt').execute()
    expect(rows.every(({ notifiedAt }) => notifiedAt !== null)).toBe(true)
  })

  test('no exception of an inactive tenant, whose checks count nowhere', async () => {
    const { db } = app.database.handle
    const owner = await app.signIn('technician', { tenants: [seen] })
    const { user } = await owner.call(getCurrentUser, {})
    await db
      .insertInto('postureExceptions')
      .values({
        reason: 'Accepted for a test',
        ownerName: 'A',
        createdBy: 'A',
        checkId: 'ca.mfa-all-users',
        ownerId: Number(user.id),
        tenantId: seen,
        endsAt: new Date(app.clock.now().getTime() - 1_000),
      })
      .execute()
    const setStatus = (status: 'Active' | 'Inactive') =>
      db.updateTable('tenants').set({ status }).where('id', '=', TenantId.parse(seen)).execute()
    await setStatus('Inactive')
    await look()
    expect(await notificationsOf(owner)).toEqual([])
    await setStatus('Active')
    await look()
    expect(await notificationsOf(owner)).toEqual([expect.stringContaining('has ended')])
  })

  test('nothing of a kind that is switched off', async () => {
    await app.database.handle.db.updateTable('settings').set({ notificationKinds: [] }).execute()
    await loseConsent(seen)
    await look()
    const reply = await admin.call(listNotifications, {})
    expect(reply).toMatchObject({ notifications: [], kinds: [] })
  })
})

describe('mail', () => {
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
  })
  afterEach(() => server.close())

  const setServer = () =>
    admin.call(saveMailSettings, {
      body: {
        settings: {
          host: 'localhost',
          port: server.port,
          security: 'none',
          username: null,
          password: null,
          from: 'scope@partner.example',
          fromName: null,
        },
      },
    })

  test('returns the reason when a user cannot be reached', async () => {
    expect((await admin.call(listNotifications, {})).mail).toBe('no mail server')
    await setServer()
    expect((await admin.call(listNotifications, {})).mail).toBe('ready')
    await app.database.handle.db.updateTable('users').set({ email: null }).execute()
    expect((await admin.call(listNotifications, {})).mail).toBe('no address')
  })

  test('one to each person who wants it, with all that is new to them, once', async () => {
    await setServer()
    await app.signIn('technician', { tenants: [seen] })
    await app.signIn('viewer', { tenants: [seen] })
    await loseConsent(seen)
    await loseConsent(unseen)
    await look()
    await look()
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(({ headers }) => headers['subject']))).toEqual(
      new Set([
        'Tenantscope: 2 events need attention',
        'Tenantscope: A tenant withdrew its consent',
      ]),
    )
  })

  test('none to people who do not want it', async () => {
    await setServer()
    const { db } = app.database.handle
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('userPreferences')
      .values({ userId: id, timezone: 'UTC', emailNotifications: false })
      .execute()
    await loseConsent(seen)
    await look()
    expect(server.received).toEqual([])
    expect(await notificationsOf(admin)).toHaveLength(1)
  })

  test('the same is not sent again while a slow mail server keeps the last look busy', async () => {
    const { db } = app.database.handle
    const news = {
      id: guidOf(71),
      kind: 'backup-failed',
      key: 'x',
      tenantId: null,
      userId: null,
      title: 'A backup failed',
      text: 'The disk is full',
      address: '/admin-panel',
      createdAt: app.clock.now(),
      mailedAt: null,
    }
    const addressee = { userId: UserId.parse(1), name: 'Ada', address: 'ada@partner.example' }
    let isMailed = false
    const sent: string[] = []
    const service = createNotificationsService({
      repo: {
        ...createNotificationsRepo(db),
        unmailed: async () => (isMailed ? [] : [news]),
        addresseesOf: async () => [{ ...addressee, ids: [news.id] }],
        markMailed: async () => {
          isMailed = true
        },
      },
      events: createWatchedEventsRepo(db),
      users: app.people.users,
      mail: {
        isConfigured: async () => true,
        send: async ({ to }) => {
          sent.push(to.address)
          if (sent.length < 3) await service.mailNews()
        },
      },
      publicUrl: new URL('https://scope.partner.example'),
      clock: app.clock,
      logger: createLogger({ level: 'silent' }),
    })
    await service.mailNews()
    expect(sent).toEqual(['ada@partner.example'])
  })

  test('nothing that is old is sent when a server is set later', async () => {
    await loseConsent(seen)
    await look()
    await setServer()
    await look()
    expect(server.received).toEqual([])
  })
})
