import { getCurrentUser } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import {
  createLocalAdministrator,
  getUser,
  listUsers,
  setUserEmail,
  setUserRole,
  syncUser,
  toggleUserStatus,
} from '@tenantscope/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE } from '../../lib/operator.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createUserWorld, PASSWORD } from '../../testing/user-world.ts'
import type { UserWorld } from '../../testing/user-world.ts'
import type { By } from './users.service.ts'

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

const account = { username: 'third', displayName: 'Third', password: PASSWORD }

describe('a local administrator', () => {
  test('is made with a password that has to be replaced', async () => {
    const made = await world.admin.call(createLocalAdministrator, { body: account })
    expect(made).toMatchObject({ username: 'third', isAdmin: true, authMethod: 'local' })
    expect(made.email).toBeNull()
    expect(await hasToReset(await world.signInAs('third'))).toBe(true)
  })

  test('needs a name of their own, and the answer says which field is wrong', async () => {
    await world.admin.call(createLocalAdministrator, { body: account })
    const taken = { ...account, username: 'THIRD' }
    const { status, body } = await world.admin.refusal(createLocalAdministrator, { body: taken })
    expect([status, body.fields?.[0]?.field]).toEqual([409, 'body.username'])
  })

  test.each(['short', 'Qwerty-123456', 'nouppercase-123'])(
    'is refused with %s',
    async (password) => {
      const { status, body } = await world.admin.refusal(createLocalAdministrator, {
        body: { ...account, password },
      })
      expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.password'])
      expect((await usersOf({})).total).toBe(1)
    },
  )

  test('is named in one line of text that the database can keep', async () => {
    const odd = { ...account, username: 'thi\0rd\r\nBcc: x', displayName: '\0\u202e' }
    const made = await world.admin.call(createLocalAdministrator, { body: odd })
    expect(made).toMatchObject({ username: 'third Bcc: x', displayName: null })
    const nameless = { ...account, username: '\0\u200b' }
    const { status, body } = await world.admin.refusal(createLocalAdministrator, { body: nameless })
    expect([status, body.fields]).toEqual([
      400,
      [{ field: 'body.username', message: 'Username is required' }],
    ])
    const adminRoles = ['Bil\0ling']
    const set = { params: { userId: made.id }, body: { isAdmin: true, adminRoles } }
    expect((await world.admin.call(setUserRole, set)).adminRoles).toEqual(['Billing'])
  })

  test('asks for a fresh sign-in', async () => {
    app.clock.advance({ minutes: 11 })
    const { body } = await world.admin.refusal(createLocalAdministrator, { body: account })
    expect(body.code).toBe('FRESH_SIGN_IN_REQUIRED')
  })
})

const setEmail = (userId: UserId, email: string | null) => ({ ...of(userId), body: { email } })

describe('the e-mail address', () => {
  test('of a local administrator is given with the account and changed later', async () => {
    const body = { ...account, email: 'third@msp.example' }
    const { id, email } = await world.admin.call(createLocalAdministrator, { body })
    expect(email).toBe('third@msp.example')
    const moved = await world.admin.call(setUserEmail, setEmail(id, 'duty@msp.example'))
    expect(moved.email).toBe('duty@msp.example')
    expect(await world.lastChange()).toMatchObject({
      action: 'email changed',
      targetUserId: id,
      oldValue: 'third@msp.example',
      newValue: 'duty@msp.example',
    })
    expect((await world.admin.call(setUserEmail, setEmail(id, null))).email).toBeNull()
    expect((await world.admin.call(getUser, of(id))).user.email).toBeNull()
    expect(await world.lastChange()).toMatchObject({ oldValue: 'duty@msp.example', newValue: null })
  })

  test('that is the present one already leaves no entry', async () => {
    const id = await world.local('third')
    await world.admin.call(setUserEmail, setEmail(id, 'third@msp.example'))
    const before = await world.lastChange()
    await world.admin.call(setUserEmail, setEmail(id, 'third@msp.example'))
    expect(await world.lastChange()).toEqual(before)
  })

  test('of Microsoft people comes from Microsoft alone', async () => {
    const id = await world.microsoft('Mina Frey')
    const { user } = await world.admin.call(getUser, of(id))
    const { status, body } = await world.admin.refusal(setUserEmail, setEmail(id, 'a@b.example'))
    expect([status, body.message]).toEqual([
      409,
      'The e-mail address of Microsoft users comes from Microsoft',
    ])
    expect((await world.admin.call(getUser, of(id))).user.email).toBe(user.email)
  })

  test.each(['', 'no-address', 'a@b', 'a@b.example, c@d.example', `${'a'.repeat(250)}@b.example`])(
    'is refused as %j, at its field',
    async (email) => {
      const id = await world.local('third')
      for (const [endpoint, input] of [
        [setUserEmail, setEmail(id, email)],
        [createLocalAdministrator, { body: { ...account, username: 'fourth', email } }],
      ] as const) {
        const { status, body } = await world.admin.refusal(endpoint, input)
        expect([status, body.fields]).toEqual([
          400,
          [{ field: 'body.email', message: 'Enter a valid e-mail address' }],
        ])
      }
      expect((await usersOf({ q: 'fourth' })).total).toBe(0)
    },
  )
})

const set = (userId: UserId, body: CallInput<typeof setUserRole>['body']) =>
  world.admin.call(setUserRole, { params: { userId }, body })

describe('changing a role', () => {
  test('makes an administrator with the specified description, after a fresh sign-in only', async () => {
    const id = await world.microsoft('Mina Frey')
    app.clock.advance({ minutes: 11 })
    const { status, body } = await world.admin.refusal(setUserRole, {
      ...of(id),
      body: { isAdmin: true },
    })
    expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect((await world.admin.call(getUser, of(id))).user.role).toBe('viewer')
    world.admin = await app.signIn('admin')
    expect(await set(id, { isAdmin: true })).toMatchObject({
      role: 'admin',
      isAdmin: true,
      adminRoles: ['System Administrator'],
      access: { tenants: null },
    })
    expect(await world.lastChange()).toMatchObject({
      action: 'role changed',
      targetUserId: id,
      oldValue: 'viewer',
      newValue: 'admin',
    })
  })

  test('keeps a description that is given, and needs no fresh sign-in for that', async () => {
    const id = await world.microsoft('Mina Frey', 'admin')
    app.clock.advance({ minutes: 11 })
    const adminRoles = ['Helpdesk', 'Billing']
    expect((await set(id, { isAdmin: true, adminRoles })).adminRoles).toEqual(adminRoles)
    expect(await world.lastChange()).toMatchObject({ action: 'admin roles described' })
    expect((await set(id, { isAdmin: true })).adminRoles).toEqual([
      ...adminRoles,
      'System Administrator',
    ])
  })

  test('of an administrator clears the description and ends the sessions', async () => {
    const other = await app.signIn('admin')
    const { users } = await usersOf({ kind: 'administrators' })
    const id = users.find((user) => user.id !== world.adminId)!.id
    expect(await set(id, { isAdmin: false })).toMatchObject({ role: 'viewer', adminRoles: [] })
    expect((await other.refusal(getCurrentUser)).status).toBe(401)
    expect((await set(id, { isAdmin: false, role: 'technician' })).role).toBe('technician')
    expect((await set(id, { isAdmin: false })).role).toBe('technician')
  })

  test('an administrator comes back after a fresh sign-in only, others at once', async () => {
    await world.local('second')
    const [boss, mina] = [await world.local('root', 'Root'), await world.microsoft('Mina Frey')]
    for (const id of [boss, mina]) await world.admin.call(toggleUserStatus, toggle(id, true))
    app.clock.advance({ minutes: 11 })
    const { status, body } = await world.admin.refusal(toggleUserStatus, toggle(boss, false))
    expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect((await app.people.users.find(boss))?.isDisabled).toBe(true)
    await world.admin.call(toggleUserStatus, toggle(mina, false))
    expect((await app.people.users.find(mina))?.isDisabled).toBe(false)
  })

  test('of oneself and of the last local administrator is refused', async () => {
    const own = await world.admin.refusal(setUserRole, {
      ...of(world.adminId),
      body: { isAdmin: false },
    })
    expect([own.status, own.body.message]).toEqual([409, 'Cannot change your own role'])
    const id = await world.local('root')
    const last = await world.admin.refusal(setUserRole, { ...of(id), body: { isAdmin: false } })
    expect([last.status, last.body.message]).toEqual([
      409,
      'The last enabled local administrator cannot be disabled, demoted or deleted',
    ])
    await world.local('second')
    expect(await set(id, { isAdmin: false })).toMatchObject({ authMethod: 'local', isAdmin: false })
    await expect(world.signInAs('root')).rejects.toThrow('401')
  })

  test.each([
    ['role', setUserRole, { isAdmin: false }],
    ['account', toggleUserStatus, { disabled: true }],
  ] as const)(
    'of two administrators who take each other’s %s at the same moment one keeps it',
    async (_, endpoint, body) => {
      const both = [await app.signIn('admin'), await app.signIn('admin')]
      const ids = await Promise.all(
        both.map(async (each) => (await each.call(getCurrentUser, {})).user.id),
      )
      const answers = await Promise.all(
        both.map((each, index) =>
          each.request({
            method: 'POST',
            url: addressOf(endpoint, { ...of(ids[1 - index]!), query: {} }),
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 401,
      ])
      const left = await Promise.all(ids.map((id) => app.people.users.find(id)))
      expect(left.filter((user) => user?.role === 'admin' && !user.isDisabled)).toHaveLength(1)
    },
  )

  test.each<[string, (id: UserId, by: By) => Promise<unknown>]>([
    ['never grants the administrator role', (id, by) => app.people.users.setRole(id, 'admin', by)],
    ['enables a user', (id, by) => app.people.users.setDisabled(id, false, by)],
    [
      'adds no administrator',
      (_, by) => app.people.users.addLocal(account, { mustResetPassword: true }, by),
    ],
    ['imports users', (_, by) => app.people.users.importAll([], by, () => Promise.resolve())],
    ['gives no address', (id, by) => app.people.users.setEmail(id, 'a@b.example', by)],
    ['sets no password', (id, by) => app.people.users.resetPassword(id, PASSWORD, by)],
    ['grants no tenants', (id, by) => app.people.grants.grantAll(id, by)],
  ])('who was demoted while they waited for their turn %s', async (_, act) => {
    const target = await world.microsoft('Mina Frey')
    const asker = await world.microsoft('Omar Diaz', 'admin')
    await world.admin.call(toggleUserStatus, { ...of(target), body: { disabled: true } })
    await set(asker, { isAdmin: false })
    const by = { actor: { name: 'Omar Diaz', userId: asker }, source: NO_SOURCE }
    await expect(act(target, by)).rejects.toThrow('Please sign in')
    expect(await app.people.users.find(target)).toMatchObject({ role: 'viewer', isDisabled: true })
    expect((await usersOf({ q: account.username })).total).toBe(0)
  })

  test.each([
    [{}, 'isAdmin'],
    [{ isAdmin: 'yes' }, 'isAdmin'],
    [{ isAdmin: false, role: 'chief' }, 'role'],
    [{ isAdmin: false, role: 'admin' }, 'role'],
    [{ isAdmin: true, role: 'viewer' }, 'role'],
  ])('refuses %j and names the field', async (bad, field) => {
    const id = await world.microsoft('Mina Frey')
    const { status, body } = await world.admin.refusal(setUserRole, { ...of(id), body: bad })
    expect([status, body.fields?.[0]?.field]).toEqual([400, `body.${field}`])
    expect((await app.people.users.find(id))?.role).toBe('viewer')
  })
})

const toggle = (id: UserId, disabled: boolean) => ({ ...of(id), body: { disabled } })

describe('disabling', () => {
  test('ends the sessions, says so, and enabling lets the person in again', async () => {
    await world.local('second')
    const id = await world.local('root', 'Root')
    const browser = await world.signInAs('root')
    const off = await world.admin.call(toggleUserStatus, { ...of(id), body: { disabled: true } })
    expect(off.message).toBe('Root is disabled and signed out. Their share links have ended.')
    expect((await browser.refusal(listTenants)).status).toBe(401)
    expect(await world.lastChange()).toMatchObject({
      action: 'account disabled',
      changedByUserId: world.adminId,
      targetUserId: id,
    })
    const on = await world.admin.call(toggleUserStatus, { ...of(id), body: { disabled: false } })
    expect(on.message).toBe('Root is enabled and can sign in again.')
    expect(await world.lastChange()).toMatchObject({ action: 'account enabled', targetUserId: id })
    await world.signInAs('root')
  })

  test('of oneself and of the last local administrator is refused', async () => {
    const own = await world.admin.refusal(toggleUserStatus, {
      ...of(world.adminId),
      body: { disabled: true },
    })
    expect([own.status, own.body.message]).toEqual([409, 'Cannot disable your own account'])
    const id = await world.local('root')
    const last = await world.admin.refusal(toggleUserStatus, {
      ...of(id),
      body: { disabled: true },
    })
    expect(last.status).toBe(409)
    expect((await world.admin.refusal(toggleUserStatus, { ...of(id), body: {} })).status).toBe(400)
  })

  test('a local person who is no administrator is enabled with a warning', async () => {
    await world.local('second')
    const id = await world.local('root')
    await world.admin.call(setUserRole, { ...of(id), body: { isAdmin: false } })
    const { message } = await world.admin.call(toggleUserStatus, {
      ...of(id),
      body: { disabled: false },
    })
    expect(message).toBe(
      'root is enabled, but cannot sign in: local sign-in is for administrators.',
    )
  })
})

test('no user can be synced without a connection, and local users never', async () => {
  const local1 = await world.local('root')
  const refusal = await world.admin.refusal(syncUser, of(local1))
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'Local users cannot be synced with Microsoft',
  ])
  const offline = await world.admin.refusal(syncUser, of(world.adminId))
  expect([offline.status, offline.body.message]).toEqual([
    409,
    'No Microsoft connection is configured, so users cannot be searched.',
  ])
})
