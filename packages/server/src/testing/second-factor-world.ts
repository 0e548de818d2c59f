import { signInLocally } from '@tenantscope/contract/auth'
import { confirmSecondFactor, startSecondFactor } from '@tenantscope/contract/own-account'

import { codeAt } from './authenticator.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const PASSWORD = 'Correct-Horse-7'
const credentials = { username: 'admin', password: PASSWORD }

interface Given {
  readonly code?: string
  readonly password?: string
}

/** A local administrator named admin, and how they sign in and enroll. */
export function secondFactorWorld(app: () => TestApp) {
  const now = () => app().clock.now()
  const codeOf = (secret: string) => codeAt(secret, now())
  const nextStep = () => app().clock.advance({ seconds: 30 })

  async function signIn(given: Given = {}): Promise<TestBrowser> {
    const browser = app().browser()
    await browser.call(signInLocally, { body: { ...credentials, ...given } })
    return browser
  }

  return {
    now,
    codeOf,
    nextStep,
    signIn,

    refuseSignIn: (given: Given = {}, ipAddress = '127.0.0.1') =>
      app()
        .browser({ ipAddress })
        .refusal(signInLocally, { body: { ...credentials, ...given } }),

    /** With an authenticator app; the next step has begun, so that its code is unused. */
    enroll: async () => {
      const browser = await signIn()
      const { secret, uri } = await browser.call(startSecondFactor, {})
      const body = { code: codeOf(secret) }
      const { recoveryCodes } = await browser.call(confirmSecondFactor, { body })
      nextStep()
      return { browser, secret, uri, recoveryCodes }
    },

    rows: (table: 'loginAuditLog' | 'securityAuditLog') =>
      app().database.handle.db.selectFrom(table).selectAll().orderBy('id').execute(),
  }
}
