import { changePassword } from '@tenantscope/contract/account'
import { getSecondFactor, removeSecondFactor } from '@tenantscope/contract/own-account'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { wrongCodeAt } from '../../testing/authenticator.ts'
import { PASSWORD as password, secondFactorWorld } from '../../testing/second-factor-world.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  const account = { username: 'admin', displayName: null, password }
  await app.people.users.addLocal(account, { mustResetPassword: false }, BY)
})

const { now, codeOf, nextStep, signIn, refuseSignIn, enroll, rows } = secondFactorWorld(() => app)
const tryWrongCode = (secret: string, host: number) =>
  refuseSignIn({ code: wrongCodeAt(secret, now()) }, `203.0.113.${host}`)
async function lockCodes(secret: string) {
  for (let wrong = 0; wrong < 5; wrong += 1) await tryWrongCode(secret, wrong)
}
const locks = async () =>
  (await rows('securityAuditLog')).filter(({ action }) => action === 'second factor locked')

test('an account takes five wrong codes in a row from all addresses together, even at once, and records it in the audit', async () => {
  const { secret } = await enroll()
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) => tryWrongCode(secret, index)),
  )
  const answeredWith = (wanted: number) => outcomes.filter(({ status }) => status === wanted)
  expect([answeredWith(401).length, answeredWith(429).length]).toEqual([5, 7])
  const held = await refuseSignIn({ code: codeOf(secret) }, '198.51.100.1')
  expect(held).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
  expect(held.headers['retry-after']).toBe('900')
  expect(held.body.message).toContain('Use a recovery code')
  expect((await rows('loginAuditLog')).at(-1)).toMatchObject({
    success: false,
    errorMessage: 'too many wrong codes',
  })
  const { user } = (await app.people.users.findByName('admin'))!
  expect(await locks()).toMatchObject([
    {
      type: 'user',
      changedBy: 'Tenantscope',
      targetUserId: user.id,
      details: '5 wrong codes in a row after the right password; codes are refused for 15 minutes',
    },
  ])
})

test('each further wrong code locks twice as long, up to a day, so that codes cannot be guessed in years', async () => {
  const { secret } = await enroll()
  let tried = 0
  const until = now().getTime() + 30 * 86_400_000
  while (now().getTime() < until) {
    const { status, headers } = await tryWrongCode(secret, tried % 250)
    if (status === 401) tried += 1
    else app.clock.advance({ seconds: Number(headers['retry-after']) })
  }
  expect(tried).toBeLessThan(45)
  expect((await locks()).at(-1)?.details).toContain('codes are refused for 24 h')
})

test('a right code ends the row of wrong ones, and a wrong password tries no code', async () => {
  const { secret } = await enroll()
  for (let round = 0; round < 3; round += 1) {
    for (let wrong = 0; wrong < 4; wrong += 1) await tryWrongCode(secret, 10 * round + wrong)
    nextStep()
    await signIn({ code: codeOf(secret) })
  }
  for (let tries = 0; tries < 8; tries += 1)
    await refuseSignIn({ password: 'Wrong-Horse-7', code: '000000' }, `203.0.113.${100 + tries}`)
  nextStep()
  await signIn({ code: codeOf(secret) })
  expect(await locks()).toEqual([])
})

test('a recovery code gets in while codes are locked, and ends the lock', async () => {
  const { secret, recoveryCodes } = await enroll()
  await lockCodes(secret)
  expect((await refuseSignIn({ code: codeOf(secret) }, '198.51.100.1')).status).toBe(429)
  await signIn({ code: recoveryCodes[0]! })
  await signIn({ code: codeOf(secret) })
})

test('an operator, a new password and time end the lock, too', async () => {
  const { browser, secret } = await enroll()
  await lockCodes(secret)
  await app.app.runCommand({ name: 'unlock', user: 'admin' })
  await signIn({ code: codeOf(secret) })

  nextStep()
  await lockCodes(secret)
  expect((await refuseSignIn({ code: codeOf(secret) }, '198.51.100.1')).status).toBe(429)
  app.clock.advance({ minutes: 15 })
  await signIn({ code: codeOf(secret) })

  await lockCodes(secret)
  const change = { currentPassword: password, newPassword: 'Better-Horse-8' }
  await browser.call(changePassword, { body: change })
  nextStep()
  await signIn({ password: 'Better-Horse-8', code: codeOf(secret) })
})

test('taking it away is locked with it, and tried there it locks as well', async () => {
  const { browser, secret } = await enroll()
  const remove = (code: string, from = browser) =>
    from.refusal(removeSecondFactor, { body: { currentPassword: password, code } })
  for (let wrong = 0; wrong < 4; wrong += 1) await tryWrongCode(secret, wrong)
  expect((await remove(wrongCodeAt(secret, now()))).status).toBe(400)
  expect((await remove(codeOf(secret))).status).toBe(429)
  expect(await locks()).toHaveLength(1)
  expect(await browser.call(getSecondFactor, {})).toMatchObject({ isEnrolled: true })
})
