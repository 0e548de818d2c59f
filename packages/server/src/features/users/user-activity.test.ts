import { TenantId, UserId } from '@tenantscope/contract/ids'
import { setUserAccess } from '@tenantscope/contract/tenant-groups'
import { getUser, listUserActivity, setUserRole } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE } from '../../lib/operator.ts'
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

const a = guidOf(501)
const of = (userId: UserId) => ({ params: { userId } })

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

describe('actions by and about a user', () => {
  test('comes as one list, newest first, in words', async () => {
    const id = await world.local('root', 'Root')
    await world.local('second')
    app.clock.advance({ seconds: 5 })
    await app.people.auditLog.signIn({
      method: 'local',
      isSuccess: false,
      email: 'root',
      userId: id,
      errorMessage: 'wrong code of the second factor',
      sessionId: null,
      source: { ipAddress: '127.0.0.9', userAgent: null },
    })
    app.clock.advance({ seconds: 5 })
    await world.signInAs('root')
    app.clock.advance({ seconds: 5 })
    await world.admin.call(setUserRole, { ...of(id), body: { isAdmin: false, role: 'technician' } })
    app.clock.advance({ seconds: 5 })
    await app.addTenant(a)
    await world.admin.call(setUserAccess, {
      params: { userId: id },
      body: { mode: 'list', tenantIds: [TenantId.parse(a)], groupIds: [] },
    })
    app.clock.advance({ seconds: 5 })
    await app.people.auditLog.change({
      type: 'tenant',
      action: 'reading stopped',
      changedBy: { name: 'root', userId: id },
      target: null,
      oldValue: null,
      newValue: null,
      tenantId: a,
      source: NO_SOURCE,
    })
    const { activityLog, nextCursor } = await world.admin.call(listUserActivity, {
      ...of(id),
      query: {},
    })
    const by = (await world.admin.call(getUser, of(world.adminId))).user.username
    expect(
      activityLog.map(({ action, method, details, success }) => [action, method, details, success]),
    ).toEqual([
      ['Reading stopped', 'Web', 'Tenant Tenant 0000', true],
      ['Tenant access set', 'Web', `1 tenant, by ${by}`, true],
      ['Role changed', 'Web', `From Administrator to Technician, by ${by}`, true],
      ['Signed in', 'Local', 'From 127.0.0.1', true],
      ['Sign-in refused', 'Local', 'From 127.0.0.9. Wrong code of the second factor', false],
      ['User created', 'Command line', 'As Administrator, by operator on the host', true],
    ])
    expect(nextCursor).toBe(null)
    expect(new Set(activityLog.map(({ id: key }) => key)).size).toBe(6)
  })

  test('comes page by page, nothing twice and nothing missing', async () => {
    const id = await world.microsoft('Mina Frey')
    const { db } = app.database.handle
    await db
      .insertInto('loginAuditLog')
      .values(
        Array.from({ length: 70 }, (_, index) => ({
          userId: id,
          email: 'mina',
          success: true,
          method: 'microsoft',
          timestamp: at(index),
        })),
      )
      .execute()
    await db
      .insertInto('securityAuditLog')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          type: 'report',
          action: 'report made',
          changedBy: 'mina',
          changedByUserId: id,
          ...(index % 3 === 0 ? { targetUser: 'mina', targetUserId: id } : {}),
          timestamp: at(index),
        })),
      )
      .execute()
    const seen: string[] = []
    const times: string[] = []
    let cursor: string | undefined
    do {
      const query = cursor === undefined ? {} : { cursor }
      const page = await world.admin.call(listUserActivity, { ...of(id), query })
      seen.push(...page.activityLog.map((entry) => entry.id))
      times.push(...page.activityLog.map(({ timestamp }) => timestamp))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    // The account was made by the clock of the test.
    expect(new Set(seen).size).toBe(131)
    expect(seen).toHaveLength(131)
    expect(times.filter((time) => time < '2026-01-02')).toEqual(
      times
        .filter((time) => time < '2026-01-02')
        .toSorted()
        .toReversed(),
    )
  })

  test('is refused for an unknown user and with a bad cursor', async () => {
    expect((await world.admin.refusal(listUserActivity, of(UserId.parse(404)))).status).toBe(404)
    const bad = await world.admin.refusal(listUserActivity, {
      ...of(world.adminId),
      query: { cursor: 'x' },
    })
    expect([bad.status, bad.body.fields?.[0]?.field]).toEqual([400, 'query.cursor'])
  })
})
