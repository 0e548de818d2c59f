import { changePassword } from '@tenantscope/contract/account'
import { getCurrentUser, signInLocally } from '@tenantscope/contract/auth'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@tenantscope/contract/own-account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { codeAt, wrongCodeAt } from '../../testing/authenticator.ts'
import { PASSWORD as password, secondFactorWorld } from '../../testing/second-factor-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const credentials = { username: 'admin', password }
const WRONG_CODE = 'This code is wrong or has already been used. Enter the next one.'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  const account = { ...credentials, displayName: null }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
})

const { now, codeOf, nextStep, signIn, refuseSignIn, enroll, rows } = secondFactorWorld(() => app)

describe('setting up', () => {
  test('an app counts once a code confirms it; ten recovery codes come with it, once', async () => {
    const browser = await signIn()
    const none = {
      isAvailable: true,
      isEnrolled: false,
      isRequired: false,
      enrolledAt: null,
      recoveryCodesLeft: 0,
    }
    expect(await browser.call(getSecondFactor, {})).toEqual(none)
    const { secret, uri } = await browser.call(startSecondFactor, {})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await browser.call(getSecondFactor, {})).toEqual(none)
    await signIn()

    const body = { code: codeOf(secret) }
    const { recoveryCodes } = await browser.call(confirmSecondFactor, { body })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}.{4}$/u)
    expect(await browser.call(getSecondFactor, {})).toEqual({
      isAvailable: true,
      isEnrolled: true,
      isRequired: false,
      enrolledAt: now().toISOString(),
      recoveryCodesLeft: 10,
    })
    expect((await rows('securityAuditLog')).at(-1)).toMatchObject({
      type: 'user',
      action: 'second factor set up',
      changedBy: 'admin',
      targetUser: 'admin',
      ipAddress: '127.0.0.1',
    })
  })

  test('signs the person out everywhere else, since those sessions began without', async () => {
    const [browser, other] = [await signIn(), await signIn()]
    const admin = await app.signIn('admin')
    const { secret } = await browser.call(startSecondFactor, {})
    const wrong = { code: wrongCodeAt(secret, now()) }
    await browser.refusal(confirmSecondFactor, { body: wrong })
    await other.call(getCurrentUser, {})
    await browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
    expect((await other.refusal(getCurrentUser)).status).toBe(401)
    await browser.call(getCurrentUser, {})
    await admin.call(getCurrentUser, {})
  })

  test('a wrong code confirms nothing and is named under its field', async () => {
    const browser = await signIn()
    const { secret } = await browser.call(startSecondFactor, {})
    const body = { code: wrongCodeAt(secret, now()) }
    expect(await browser.refusal(confirmSecondFactor, { body })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', fields: [{ field: 'body.code' }] },
    })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ isEnrolled: false })
    await browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
  })

  test('a setup ends after 15 minutes, is swept, and one that never began is the same', async () => {
    const browser = await signIn()
    expect(await browser.refusal(confirmSecondFactor, { body: { code: '123456' } })).toMatchObject({
      status: 409,
    })
    const { secret } = await browser.call(startSecondFactor, {})
    app.clock.advance({ minutes: 15 })
    const later = await signIn()
    const body = { code: codeOf(secret) }
    expect(await later.refusal(confirmSecondFactor, { body })).toMatchObject({
      status: 409,
      body: { message: 'The setup was not finished within 15 minutes. Start again.' },
    })
  })

  test('beginning again makes the first secret worthless', async () => {
    const browser = await signIn()
    const first = await browser.call(startSecondFactor, {})
    const second = await browser.call(startSecondFactor, {})
    expect(second.secret).not.toBe(first.secret)
    const refusal = await browser.refusal(confirmSecondFactor, {
      body: { code: codeOf(first.secret) },
    })
    expect(refusal.status).toBe(400)
    await browser.call(confirmSecondFactor, { body: { code: codeOf(second.secret) } })
  })

  test('two confirmations at once make one set of recovery codes', async () => {
    const browser = await signIn()
    const { secret } = await browser.call(startSecondFactor, {})
    const confirm = () => browser.call(confirmSecondFactor, { body: { code: codeOf(secret) } })
    const outcomes = await Promise.allSettled([confirm(), confirm()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('who has a second factor cannot replace it without taking it away first', async () => {
    const { browser, secret } = await enroll()
    expect((await browser.refusal(startSecondFactor)).status).toBe(409)
    const body = { code: codeOf(secret) }
    expect((await browser.refusal(confirmSecondFactor, { body })).status).toBe(409)
  })

  test('it asks for a sign-in of the last minutes', async () => {
    const browser = await signIn()
    app.clock.advance({ minutes: 11 })
    for (const endpoint of [startSecondFactor, renewRecoveryCodes])
      expect(await browser.refusal(endpoint)).toMatchObject({
        status: 403,
        body: { code: 'FRESH_SIGN_IN_REQUIRED' },
      })
  })

  test('Microsoft users have none here, and the error points to Microsoft 365', async () => {
    const browser = await app.signIn('admin')
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ isAvailable: false })
    const body = { code: '123456', currentPassword: 'x' }
    for (const [endpoint, input] of [
      [startSecondFactor, {}],
      [confirmSecondFactor, { body }],
      [renewRecoveryCodes, {}],
      [removeSecondFactor, { body }],
    ] as const)
      expect(await browser.refusal(endpoint, input)).toMatchObject({
        status: 403,
        body: {
          code: 'FORBIDDEN',
          message: 'Microsoft users manage their second factor through Microsoft 365',
        },
      })
  })

  test.each([
    [{ code: '' }, 'Code is required'],
    [{ code: '   ' }, 'Code is required'],
    [{}, 'Code is required'],
  ])('%o is bad input', async (body, message) => {
    const browser = await signIn()
    expect(await browser.refusal(confirmSecondFactor, { body })).toMatchObject({
      status: 400,
      body: { message },
    })
  })
})

describe('signing in', () => {
  test('a right password alone is asked for the code and starts no session', async () => {
    await enroll()
    const sessions = () => app.database.handle.db.selectFrom('sessions').select('id').execute()
    const before = await sessions()
    const browser = app.browser()
    expect(await browser.refusal(signInLocally, { body: credentials })).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    })
    expect(browser.cookies.size).toBe(0)
    expect(await sessions()).toEqual(before)
    expect((await refuseSignIn({ code: '' })).body.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  test('a wrong password is answered as ever, with and without a code, and takes no code', async () => {
    const { secret, recoveryCodes } = await enroll()
    for (const code of [undefined, codeOf(secret), recoveryCodes[0]]) {
      const given = { password: 'Wrong-Horse-7', ...(code === undefined ? {} : { code }) }
      const { status, body } = await refuseSignIn(given)
      expect([status, body.code, body.message]).toEqual([
        401,
        'WRONG_CREDENTIALS',
        'The user name or the password is wrong',
      ])
      expect(body.fields).toBeUndefined()
    }
    const browser = await signIn({ code: codeOf(secret) })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('password and code get in, and the trail says how', async () => {
    const { secret } = await enroll()
    const browser = await signIn({ code: codeOf(secret) })
    await browser.call(getCurrentUser, {})
    expect((await rows('loginAuditLog')).at(-1)).toMatchObject({
      success: true,
      method: 'local with code',
      errorMessage: null,
    })
  })

  test('a code is taken once, also the one that confirmed the setup', async () => {
    const { secret } = await enroll()
    app.clock.advance({ seconds: -30 })
    const confirmed = codeOf(secret)
    nextStep()
    expect(await refuseSignIn({ code: confirmed })).toMatchObject({
      status: 401,
      body: { code: 'WRONG_CREDENTIALS', message: WRONG_CODE, fields: [{ field: 'body.code' }] },
    })
    const code = codeOf(secret)
    await signIn({ code })
    expect((await refuseSignIn({ code })).status).toBe(401)
    nextStep()
    await signIn({ code: codeOf(secret) })
  })

  test('a code older than the last one taken does not count, though its time has not passed', async () => {
    const { secret } = await enroll()
    const older = codeOf(secret)
    nextStep()
    await signIn({ code: codeOf(secret) })
    expect((await refuseSignIn({ code: older })).status).toBe(401)
  })

  test.each([
    [-60, false],
    [-30, true],
    [30, true],
    [60, false],
  ])('of a clock that is off by %i seconds a code is taken: %s', async (seconds, isTaken) => {
    const { secret } = await enroll()
    app.clock.advance({ minutes: 5 })
    const code = codeAt(secret, new Date(now().getTime() + seconds * 1_000))
    const response = await app.browser().request({
      method: 'POST',
      url: '/api/auth/login',
      payload: { ...credentials, code },
    })
    expect(response.statusCode).toBe(isTaken ? 200 : 401)
  })

  test('of two sign-ins at once with one code one gets in', async () => {
    const { secret, recoveryCodes } = await enroll()
    for (const code of [codeOf(secret), recoveryCodes[3]!]) {
      const outcomes = await Promise.allSettled([signIn({ code }), signIn({ code })])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('a recovery code serves once in place of a code, however it is written', async () => {
    const { recoveryCodes } = await enroll()
    const [code] = recoveryCodes
    const written = code!.toLowerCase().replaceAll('-', ' ')
    const browser = await signIn({ code: written })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await rows('loginAuditLog')).at(-1)).toMatchObject({
      method: 'local with recovery code',
    })
    expect((await refuseSignIn({ code: code! })).body.message).toBe(WRONG_CODE)
    await signIn({ code: recoveryCodes[9]! })
  })

  test('a wrong code counts against address and account like a wrong password, and is in the trail', async () => {
    const { secret } = await enroll()
    for (let failures = 0; failures < 5; failures += 1) {
      const refusal = await refuseSignIn({ code: wrongCodeAt(secret, now()) }, '203.0.113.7')
      expect(refusal.status).toBe(401)
    }
    expect(app.waits).toEqual([1, 2, 4])
    const held = await refuseSignIn({ code: codeOf(secret) }, '203.0.113.7')
    expect(held).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    const { user } = (await app.people.users.findByName('admin'))!
    expect((await rows('loginAuditLog')).at(-2)).toMatchObject({
      success: false,
      errorMessage: 'wrong second factor',
      userId: user.id,
    })
  })

  test('asking for the code counts neither way: it ends no slow-down and uses up no address', async () => {
    const { secret } = await enroll()
    for (let failures = 0; failures < 4; failures += 1)
      await refuseSignIn({ code: wrongCodeAt(secret, now()) }, `203.0.113.${failures}`)
    app.waits.length = 0
    for (let tries = 0; tries < 7; tries += 1)
      expect((await refuseSignIn({}, '198.51.100.1')).body.code).toBe('SECOND_FACTOR_REQUIRED')
    expect(app.waits).toEqual(Array.from({ length: 7 }, () => 4))
    await refuseSignIn({ code: wrongCodeAt(secret, now()) }, '198.51.100.2')
    await refuseSignIn({ code: wrongCodeAt(secret, now()) }, '198.51.100.3')
    expect(app.waits.slice(7)).toEqual([4, 8])
  })

  test('who has no second factor may leave a code, and it changes nothing', async () => {
    await signIn({ code: '123456' })
    expect((await rows('loginAuditLog')).at(-1)).toMatchObject({ method: 'local' })
  })

  test('a password set by another user still requires the code, and does not change the factor', async () => {
    const { secret, recoveryCodes } = await enroll()
    const { user } = (await app.people.users.findByName('admin'))!
    await app.people.users.resetPassword(user.id, 'Given-Horse-9', BY)
    const given = { password: 'Given-Horse-9' }
    expect((await refuseSignIn(given)).body.code).toBe('SECOND_FACTOR_REQUIRED')
    const browser = await signIn({ ...given, code: codeOf(secret) })
    for (const [endpoint, input] of [
      [getSecondFactor, {}],
      [startSecondFactor, {}],
      [renewRecoveryCodes, {}],
      [removeSecondFactor, { body: { currentPassword: given.password, code: recoveryCodes[0] } }],
    ] as const)
      expect((await browser.refusal(endpoint, input)).body.code).toBe('PASSWORD_RESET_REQUIRED')
    const change = { currentPassword: given.password, newPassword: 'Better-Horse-8' }
    await browser.call(changePassword, { body: change })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ isEnrolled: true })
  })
})

describe('recovery codes', () => {
  test('new ones take the place of the old ones', async () => {
    const { browser, recoveryCodes } = await enroll()
    const renewed = await browser.call(renewRecoveryCodes, {})
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect((await refuseSignIn({ code: recoveryCodes[0]! })).status).toBe(401)
    await signIn({ code: renewed.recoveryCodes[0]! })
    expect((await rows('securityAuditLog')).at(-1)).toMatchObject({
      action: 'recovery codes renewed',
    })
  })

  test('without a second factor there are none', async () => {
    const browser = await signIn()
    expect((await browser.refusal(renewRecoveryCodes)).status).toBe(409)
  })
})

describe('taking it away', () => {
  test('asks for password and code; after it the password is enough and the old codes are gone', async () => {
    const { browser, secret, recoveryCodes } = await enroll()
    const body = { currentPassword: password, code: codeOf(secret) }
    await browser.call(removeSecondFactor, { body })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({
      isEnrolled: false,
      recoveryCodesLeft: 0,
    })
    await signIn()
    expect((await rows('securityAuditLog')).at(-1)).toMatchObject({
      action: 'second factor removed',
    })
    const again = await browser.call(startSecondFactor, {})
    await browser.call(confirmSecondFactor, { body: { code: codeOf(again.secret) } })
    nextStep()
    expect((await refuseSignIn({ code: recoveryCodes[1]! })).status).toBe(401)
  })

  test('a recovery code will do', async () => {
    const { browser, recoveryCodes } = await enroll()
    const body = { currentPassword: password, code: recoveryCodes[0]! }
    await browser.call(removeSecondFactor, { body })
    expect((await signIn()).cookies.size).toBe(1)
  })

  test('a wrong password or code is named under its field, changes nothing and counts', async () => {
    const { browser, secret } = await enroll()
    const remove = (body: { currentPassword: string; code: string }) =>
      browser.refusal(removeSecondFactor, { body })
    const right = { currentPassword: password, code: codeOf(secret) }
    expect(await remove({ ...right, currentPassword: 'Wrong-Horse-7' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'body.currentPassword' }] },
    })
    for (let failures = 1; failures < 5; failures += 1)
      expect(await remove({ ...right, code: wrongCodeAt(secret, now()) })).toMatchObject({
        status: 400,
        body: { message: WRONG_CODE, fields: [{ field: 'body.code' }] },
      })
    expect(await remove(right)).toMatchObject({ status: 429 })
    expect(await browser.call(getSecondFactor, {})).toMatchObject({ isEnrolled: true })
  })

  test('a user without one gets an error', async () => {
    const browser = await signIn()
    const body = { currentPassword: password, code: '123456' }
    expect((await browser.refusal(removeSecondFactor, { body })).status).toBe(409)
  })
})

describe('what is kept', () => {
  test('no secret, code or recovery code is in the log, the trails or a later reply', async () => {
    const { browser, secret, recoveryCodes } = await enroll()
    const code = codeOf(secret)
    await signIn({ code })
    await signIn({ code: recoveryCodes[0]! })
    const replies = JSON.stringify([
      await browser.call(getSecondFactor, {}),
      await browser.call(getCurrentUser, {}),
    ])
    const kept = JSON.stringify([await rows('loginAuditLog'), await rows('securityAuditLog')])
    const log = app.log.join('')
    expect(log).toContain('/api/user/second-factor/confirm')
    for (const text of [secret, code, ...recoveryCodes])
      for (const place of [replies, kept, log]) expect(place).not.toContain(text)
  })

  test('the database holds the secret sealed for its person, and hashes of the recovery codes', async () => {
    const { secret, recoveryCodes } = await enroll()
    const { db } = app.database.handle
    const stored = JSON.stringify([
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('recoveryCodes').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes, recoveryCodes[0]!.replaceAll('-', '')])
      expect(stored).not.toContain(text)
    expect(await db.selectFrom('totpEnrollments').selectAll().execute()).toEqual([])
    const account = { username: 'other', displayName: null, password }
    const other = await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
    const { totpSecret } = await db
      .selectFrom('users')
      .select('totpSecret')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    await db.updateTable('users').set({ totpSecret }).where('id', '=', other.id).execute()
    const body = { username: 'other', password, code: codeOf(secret) }
    expect((await app.browser().refusal(signInLocally, { body })).status).toBe(500)
  })
})
