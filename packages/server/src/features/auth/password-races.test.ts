import type { UserId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { Passwords } from '../users/passwords.service.ts'
import { createUsersService } from '../users/users.service.ts'
import { createLocalSignInService } from './local-sign-in.service.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const password = 'Correct-Horse-7'
const newPassword = 'Better-Horse-8'
const resetTo = 'Reset-Horse-9'
const source = { ipAddress: '127.0.0.1', userAgent: null }

let app: TestApp
let userId: UserId
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  const account = { username: 'admin', displayName: null, password }
  const { id } = await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
  userId = id
})

const reset = () => app.people.users.resetPassword(userId, resetTo, BY)

/** Local sign-in whose passwords take so long that an operator's reset comes in between. */
function signInWith(slow: (passwords: Passwords) => Partial<Passwords>) {
  const { people, clock, database } = app
  const passwords = { ...people.passwords, ...slow(people.passwords) }
  const endSessionsOf = people.sessions.endAllOf
  const users = createUsersService({
    db: database.handle.db,
    auditLog: people.auditLog,
    passwords,
    clock,
    endSessionsOf,
    afterRoleChange: people.shareEnds.endLost,
    afterDisabling: async () => undefined,
    afterEnabling: async () => undefined,
  })
  return createLocalSignInService({
    ...people,
    users,
    passwords,
    clock,
    logger: createLogger({ level: 'silent' }),
    secondFactor: { prove: async () => 'not enrolled' },
    firstAdministrator: { ensure: async () => undefined, signedIn: () => undefined },
    microsoft: { current: async () => null, recordSignIn: async () => undefined },
  })
}

/** What is true after a reset, whatever was under way when it came. */
async function expectResetToHold() {
  const found = await app.people.users.findByName('admin')
  expect(await app.people.passwords.isRight(resetTo, found!.passwordHash)).toBe(true)
  expect(found!.user.mustResetPassword).toBe(true)
  expect(await app.database.handle.db.selectFrom('sessions').select('id').execute()).toEqual([])
}

test('a change of the old password that was under way does not undo a reset', async () => {
  const localSignIn = signInWith((passwords) => ({
    stored: async (given) => {
      await reset()
      return passwords.stored(given)
    },
  }))
  const { cookie } = await app.people.sessions.start(userId, {
    source,
    replaced: null,
    authenticatedAt: app.clock.now(),
  })
  const actor = await app.people.sessions.resolveActor(cookie, {
    isBackground: false,
    now: app.clock.now(),
  })
  const change = localSignIn.changePassword(
    actor!,
    { currentPassword: password, newPassword },
    { source, signal: new AbortController().signal },
  )
  await expect(change).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  await expectResetToHold()
  const trail = await app.database.handle.db
    .selectFrom('securityAuditLog')
    .select('action')
    .where('type', '=', 'password')
    .execute()
  expect(trail).toEqual([{ action: 'password reset' }])
})

test('a sign-in with the old password that was under way does not outlive a reset', async () => {
  const localSignIn = signInWith((passwords) => ({
    isRight: async (...given) => {
      const isRight = await passwords.isRight(...given)
      await reset()
      return isRight
    },
  }))
  const signIn = localSignIn.signIn({
    username: 'admin',
    password,
    source,
    replaced: null,
    signal: new AbortController().signal,
  })
  await expect(signIn).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expectResetToHold()
})

test('a sign-in that was under way does not outlive that the person is disabled or demoted', async () => {
  const account = { username: 'second', displayName: null, password }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
  for (const takePower of [
    () => app.people.users.setDisabled(userId, true, BY),
    () => app.people.users.setRole(userId, 'viewer', BY),
  ]) {
    const localSignIn = signInWith((passwords) => ({
      isRight: async (...given) => {
        const isRight = await passwords.isRight(...given)
        await takePower()
        return isRight
      },
    }))
    const { signal } = new AbortController()
    const request = { username: 'admin', password, source, replaced: null, signal }
    await expect(localSignIn.signIn(request)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    const sessions = await app.database.handle.db.selectFrom('sessions').select('id').execute()
    expect(sessions).toEqual([])
    await app.people.users.setDisabled(userId, false, BY)
  }
})

test('a password that changed meanwhile is not overwritten, also where the session went on', async () => {
  const { users, passwords } = app.people
  const { passwordHash } = (await users.findByName('admin'))!
  const stored = await passwords.hash(resetTo)
  await app.database.handle.db.updateTable('users').set({ password: stored }).execute()
  const change = users.changeOwnPassword(
    { id: userId, password: newPassword, replaces: passwordHash, by: BY },
    async () => 'changed',
  )
  await expect(change).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  expect(await users.passwordHashOf(userId)).toBe(stored)
})
