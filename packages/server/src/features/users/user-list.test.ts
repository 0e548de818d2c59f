import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { TenantId } from '@tenantscope/contract/ids'
import type { UserId } from '@tenantscope/contract/ids'
import { USERS } from '@tenantscope/contract/limits'
import { getAdminStats } from '@tenantscope/contract/system'
import { setUserAccess } from '@tenantscope/contract/tenant-groups'
import { getUser, listUsers, toggleUserStatus } from '@tenantscope/contract/users'
import type { AdminUser } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createUserWorld } from '../../testing/user-world.ts'
import type { UserWorld } from '../../testing/user-world.ts'

let world: UserWorld
let app: TestApp
beforeAll(async () => {
  world = await createUserWorld()
  app = world.app
})
beforeEach(() => world.reset())
afterAll(() => world.app.close())

const [a, b] = [guidOf(501), guidOf(502)]
const of = (userId: UserId) => ({ params: { userId } })
interface Wanted {
  q?: string
  kind?: 'all' | 'local' | 'microsoft' | 'administrators' | 'disabled'
  limit?: number
  cursor?: string
}
const usersOf = (query: Wanted) => world.admin.call(listUsers, { query })
const names = (users: readonly AdminUser[]) => users.map(({ username }) => username)

describe('the list of people', () => {
  test('has local before Microsoft, administrators first, then names without regard to case', async () => {
    const { db } = app.database.handle
    for (const name of ['zoe', 'Adam', 'berta']) await world.local(name)
    await db
      .updateTable('users')
      .set({ role: 'viewer', isAdmin: false })
      .where('username', '=', 'Adam')
      .execute()
    await world.microsoft('Anna Zahn')
    await world.microsoft('carl Boss', 'admin')
    const { users, total, nextCursor } = await usersOf({})
    const own = users.find(({ id }) => id === world.adminId)!.username
    expect(names(users)).toEqual([
      'berta',
      'zoe',
      'Adam',
      'carl.boss@partner.example',
      own,
      'anna.zahn@partner.example',
    ])
    expect([total, nextCursor]).toEqual([6, null])
  })

  test('comes page by page, each user exactly once, also with equal names', async () => {
    for (let index = 0; index < 7; index += 1)
      await world.microsoft('Same Name', 'technician').catch(() => undefined)
    await app.database.handle.db
      .insertInto('users')
      .values(
        Array.from({ length: 12 }, (_, index) => ({
          username: `n${index}`,
          password: '!',
          displayName: 'Same Name',
          authMethod: index % 2 === 0 ? ('microsoft' as const) : ('traditional' as const),
        })),
      )
      .execute()
    const whole = names((await usersOf({})).users)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await usersOf({ limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.total).toBe(whole.length)
      expect(page.users.length).toBeLessThanOrEqual(3)
      paged.push(...names(page.users))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
  })

  test('is sorted by alphabet, as the files are, on every page', async () => {
    const given = ['Zoe', 'Åsa', 'anna', 'Anna', 'Bob', 'Östen', 'O’Neil', 'Ангел', '李']
    for (const [index, displayName] of given.entries())
      await app.database.handle.db
        .insertInto('users')
        .values({ username: `p${index}`, password: '!', displayName, authMethod: 'microsoft' })
        .execute()
    const paged: (string | null)[] = []
    let cursor: string | undefined
    do {
      const page = await usersOf({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      paged.push(...page.users.map(({ displayName }) => displayName))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    // The administrator of this test comes first.
    expect(paged.slice(1)).toEqual(given.toSorted(new Intl.Collator('en').compare))
  })

  test('is searched in name, user name and address, and narrowed by kind', async () => {
    await world.local('root', 'Ögür 100%_')
    await world.microsoft('Mina Frey', 'technician')
    const disabled = await world.microsoft('Gone Person')
    await world.admin.call(toggleUserStatus, { ...of(disabled), body: { disabled: true } })
    const found = async (q: string) => names((await usersOf({ q })).users)
    expect(await found('öGÜR')).toEqual(['root'])
    expect(await found('0%_')).toEqual(['root'])
    expect(await found('ROO')).toEqual(['root'])
    expect(await found('FREY@partner')).toEqual(['mina.frey@partner.example'])
    expect(await found('%')).toEqual(['root'])
    expect(await found("' or true --")).toEqual([])
    const kind = async (wanted: NonNullable<Wanted['kind']>) =>
      names((await usersOf({ kind: wanted })).users)
    expect(await kind('local')).toEqual(['root'])
    expect(await kind('microsoft')).not.toContain('root')
    expect(await kind('administrators')).toHaveLength(2)
    expect(await kind('disabled')).toEqual(['gone.person@partner.example'])
    expect((await usersOf({ q: 'person', kind: 'disabled' })).total).toBe(1)
  })

  test.each(['\0', 'a\0b', '\u{d800}'])('is searched for %j, which no text holds', async (q) => {
    expect((await usersOf({ q })).total).toBeLessThanOrEqual(1)
  })

  test('says how many tenants were granted, and never anything of a password', async () => {
    await app.addTenant(a)
    await app.addTenant(b)
    const id = await world.microsoft('Mina Frey')
    await world.admin.call(setUserAccess, {
      params: { userId: id },
      body: { mode: 'list', tenantIds: [TenantId.parse(a), TenantId.parse(b)], groupIds: [] },
    })
    const { users } = await usersOf({ q: 'mina' })
    expect(users[0]?.access).toEqual({ mode: 'list', tenants: 2 })
    expect((await usersOf({ kind: 'administrators' })).users[0]?.access.tenants).toBe(null)
    const details = await world.admin.call(getUser, of(id))
    expect(details).toMatchObject({
      grant: { mode: 'list', tenantIds: [TenantId.parse(a), TenantId.parse(b)], groupIds: [] },
      sessions: 0,
      openShares: 0,
    })
    expect((await world.admin.call(getUser, of(world.adminId))).sessions).toBe(1)
    expect(JSON.stringify([users, details])).not.toMatch(/password":|totp|\$2b/u)
  })

  test.each(['nonsense', Buffer.from('{"id":1}').toString('base64url'), '\0'])(
    'refuses %j as a cursor',
    async (cursor) => {
      const { status, body } = await world.admin.refusal(listUsers, { query: { cursor } })
      expect([status, body.fields]).toEqual([
        400,
        [{ field: 'query.cursor', message: 'Not a valid page cursor' }],
      ])
    },
  )

  test('counts every administrator who must choose a password, whatever a page holds, and no disabled one', async () => {
    const waiting = Array.from({ length: USERS.perPage + 5 }, (_, index) => ({
      username: `waiting-${index}`,
      password: 'x',
      role: 'admin' as const,
      isAdmin: true,
      mustResetPassword: true,
      isDisabled: index === 0,
    }))
    const technician = {
      ...waiting[1]!,
      username: 'technician',
      role: 'technician' as const,
      isAdmin: false,
    }
    await app.database.handle.db
      .insertInto('users')
      .values([...waiting, technician])
      .execute()
    const { adminUsersToChoosePassword } = await world.admin.call(getAdminStats, {})
    expect(adminUsersToChoosePassword).toBe(USERS.perPage + 4)
  })

  test('counts for the overview', async () => {
    await world.local('root')
    const id = await world.microsoft('Mina Frey')
    await world.admin.call(toggleUserStatus, { ...of(id), body: { disabled: true } })
    await app.addTenant(a)
    const at = new Date('2026-03-04T05:06:07Z')
    await app.database.handle.db.updateTable('backupSchedule').set({ lastBackupAt: at }).execute()
    expect(await world.admin.call(getAdminStats, {})).toEqual({
      totalUsers: 3,
      adminUsers: 2,
      microsoftUsers: 2,
      disabledUsers: 1,
      adminUsersToChoosePassword: 0,
      activeSessions: 1,
      totalTenants: 1,
      lastBackup: at.toISOString(),
    })
    // A daily copy is a backup too.
    const backups = path.join(app.config.dataDir, 'backups')
    mkdirSync(backups, { recursive: true })
    writeFileSync(path.join(backups, '2026-03-05T01-00-00-000Z-scheduled.ndjson.gz'), '')
    expect((await world.admin.call(getAdminStats, {})).lastBackup).toBe('2026-03-05T01:00:00.000Z')
    app.clock.advance({ hours: 9 })
    expect(await app.people.sessions.count(null)).toBe(0)
  })
})
