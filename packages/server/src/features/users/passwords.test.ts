import { changePassword } from '@tenantscope/contract/account'
import { getCurrentUser } from '@tenantscope/contract/auth'
import type { UserId } from '@tenantscope/contract/ids'
import { listUsers, resetSecondFactor, resetUserPassword } from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createUserWorld, PASSWORD } from '../../testing/user-world.ts'
import type { UserWorld } from '../../testing/user-world.ts'
import { PASSWORD_RULE } from './passwords.service.ts'

let world: UserWorld
let app: TestApp
beforeAll(async () => {
  world = await createUserWorld()
  app = world.app
})
beforeEach(() => world.reset())
afterAll(() => world.app.close())

const of = (userId: UserId) => ({ params: { userId } })
interface Wanted {
  q?: string
  kind?: 'all' | 'local' | 'microsoft' | 'administrators' | 'disabled'
  limit?: number
  cursor?: string
}
const usersOf = (query: Wanted) => world.admin.call(listUsers, { query })
const hasToReset = async (browser: TestBrowser) =>
  (await browser.call(getCurrentUser, {})).user.mustResetPassword

describe('setting a password', () => {
  const password = 'Another-Horse-9'

  test('asks for a fresh sign-in, and changes nothing before', async () => {
    const id = await world.local('root')
    world.app.clock.advance({ minutes: 11 })
    const { status, body } = await world.admin.refusal(resetUserPassword, {
      ...of(id),
      body: { password },
    })
    expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(await hasToReset(await world.signInAs('root'))).toBe(false)
  })

  test('lets the person in with it once, ends the sessions and is on the trail', async () => {
    const id = await world.local('root')
    const browser = await world.signInAs('root')
    const { message } = await world.admin.call(resetUserPassword, { ...of(id), body: { password } })
    expect(message).toContain('root has a new password')
    expect((await browser.refusal(getCurrentUser)).status).toBe(401)
    expect(await world.lastChange()).toMatchObject({
      action: 'password reset',
      changedByUserId: world.adminId,
    })
    expect(await hasToReset(await world.signInAs('root', password))).toBe(true)
    await expect(world.signInAs('root')).rejects.toThrow('401')
  })

  test('of a Microsoft user is refused', async () => {
    const id = await world.microsoft('Mina Frey')
    const { status, body } = await world.admin.refusal(resetUserPassword, {
      ...of(id),
      body: { password },
    })
    expect([status, body.message]).toEqual([
      409,
      'Microsoft users manage passwords through Microsoft 365',
    ])
  })

  test('of oneself is refused', async () => {
    const id = await world.local('root')
    const browser = await world.signInAs('root')
    const { status, body } = await browser.refusal(resetUserPassword, {
      ...of(id),
      body: { password },
    })
    expect([status, body.message]).toEqual([409, 'Change your own password under My Account'])
    expect(await hasToReset(await world.signInAs('root'))).toBe(false)
  })

  test.each(['abc', '0', '-1', '1.5', '99999999999'])('refuses the id %s', async (userId) => {
    const call = { params: { userId }, body: { password } }
    const { status, body } = await world.admin.refusal(resetUserPassword, call)
    expect([status, body.fields]).toEqual([
      400,
      [{ field: 'params.userId', message: 'Valid user ID required' }],
    ])
  })

  test('refuses common and weak passwords', async () => {
    const id = await world.local('root')
    for (const weak of ['Qwerty-123456', 'weak', '']) {
      const { status, body } = await world.admin.refusal(resetUserPassword, {
        ...of(id),
        body: { password: weak },
      })
      expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.password'])
    }
    await world.signInAs('root')
  })

  test.each([
    ['Password-1234', 'one of the most common passwords'],
    ['Dragon!2026##', 'one of the most common passwords'],
    ['Tenantscope-2026x', 'must not contain the name of the product'],
    ['Northwind-2026x', 'must not contain the name of the product, the organization'],
    ['Margarete-2026x', 'or the user'],
    ['x7-Kowalski-Z9', 'or the user'],
  ])('refuses %s', async (weak, reason) => {
    await app.addTenant(guidOf(9), 'Northwind Traders')
    await app.database.handle.db.updateTable('tenants').set({ isPartnerTenant: true }).execute()
    const id = await world.local('margarete', 'Greta Kowalski')
    const { status, body } = await world.admin.refusal(resetUserPassword, {
      ...of(id),
      body: { password: weak },
    })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.password'])
    expect(body.fields?.[0]?.message).toContain(reason)
    const browser = await world.signInAs('margarete')
    const own = await browser.refusal(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: weak },
    })
    expect([own.status, own.body.fields?.[0]?.field]).toEqual([400, 'body.newPassword'])
  })

  test('records the rule that it met and whether everybody knows it', async () => {
    const id = await world.local('root')
    const stored = () =>
      app.database.handle.db
        .selectFrom('users')
        .select(['passwordRule', 'hasDefaultPassword'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await stored()).toEqual({ passwordRule: PASSWORD_RULE, hasDefaultPassword: false })
    await world.admin.call(resetUserPassword, { ...of(id), body: { password: 'Demo-Admin-2026!' } })
    expect(await stored()).toEqual({ passwordRule: PASSWORD_RULE, hasDefaultPassword: true })
    await world.admin.call(resetUserPassword, { ...of(id), body: { password } })
    expect(await stored()).toEqual({ passwordRule: PASSWORD_RULE, hasDefaultPassword: false })
    const browser = await world.signInAs('root', password)
    const body = { currentPassword: password, newPassword: 'Demo-Admin-2026!' }
    await browser.call(changePassword, { body })
    expect(await stored()).toEqual({ passwordRule: PASSWORD_RULE, hasDefaultPassword: true })
  })
})

async function withSecondFactor(): Promise<UserId> {
  const { db } = app.database.handle
  const id = await world.local('root')
  const factor = { totpSecret: 'sealed', totpEnrolledAt: new Date(), totpLastStep: 7 }
  await db.updateTable('users').set(factor).where('id', '=', id).execute()
  await db.insertInto('recoveryCodes').values({ userId: id, codeHash: 'x', usedAt: null }).execute()
  return id
}

describe('a lost second factor', () => {
  test('is taken away with the recovery codes; sessions end', async () => {
    const id = await withSecondFactor()
    expect((await usersOf({ kind: 'local' })).users[0]?.hasSecondFactor).toBe(true)
    const { cookie } = await app.people.sessions.start(id, {
      source: { ipAddress: '127.0.0.1', userAgent: null },
      replaced: null,
      authenticatedAt: app.clock.now(),
    })
    const browser = app.browser()
    browser.cookies.set('tenantscope_session', cookie)
    await browser.call(getCurrentUser, {})
    await world.admin.call(resetSecondFactor, of(id))
    expect((await browser.refusal(getCurrentUser)).status).toBe(401)
    expect((await usersOf({ kind: 'local' })).users[0]?.hasSecondFactor).toBe(false)
    expect(await app.database.handle.db.selectFrom('recoveryCodes').selectAll().execute()).toEqual(
      [],
    )
    expect(await world.lastChange()).toMatchObject({
      action: 'second factor reset',
      targetUserId: id,
    })
    const again = await world.admin.refusal(resetSecondFactor, of(id))
    expect([again.status, again.body.message]).toEqual([409, 'root has no second factor'])
    await world.signInAs('root')
  })

  test('is no way around one’s own, and asks for a fresh sign-in', async () => {
    const own = await world.admin.refusal(resetSecondFactor, of(world.adminId))
    expect([own.status, own.body.message]).toEqual([
      409,
      'Remove your own second factor under My Account',
    ])
    app.clock.advance({ minutes: 11 })
    const id = await withSecondFactor()
    const { body } = await world.admin.refusal(resetSecondFactor, of(id))
    expect(body.code).toBe('FRESH_SIGN_IN_REQUIRED')
  })
})
