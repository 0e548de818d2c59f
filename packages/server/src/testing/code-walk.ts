import { refusalAdviceOf } from '@tenantscope/analysis/microsoft-refusal'
import { getSignInOptions } from '@tenantscope/contract/auth'
import {
  checkConsent,
  checkTenantPermissions,
  getConnectionRefusal,
} from '@tenantscope/contract/azure'
import { getConsent, startConsent } from '@tenantscope/contract/consent'
import type { CodePlace } from '@tenantscope/contract/microsoft-codes'
import { expect } from 'vitest'

import { createConsentWorld } from './consent-world.ts'
import { begin, choose, comeBack } from './microsoft-page.ts'

export type CodeWalk = Awaited<ReturnType<typeof createCodeWalk>>

const PATHS = { token: '/token', signIn: '/authorize', consent: '/adminconsent' } as const

/** The product and a simulated Microsoft that refuses tokens, sign-ins and consents with any code. */
export async function createCodeWalk() {
  const world = await createConsentWorld()
  await world.beginAnew()
  const admin = await world.signIn('admin')
  const tenantId = world.fabrikam
  await world.addTenant(tenantId, 'Fabrikam')
  const { faults, world: microsoft } = world.simulator

  function refuse(place: CodePlace, code: number, given: { error?: string; text?: string } = {}) {
    faults.clear()
    faults.add('refused-by-code', { code, paths: [PATHS[place]], ...given })
  }

  /** The text of a check of a customer's tenant. */
  async function tokenText(): Promise<string> {
    return (await admin.call(checkTenantPermissions, { params: { tenantId } })).message
  }

  /** The red bar after a check of the own directory. */
  async function bar() {
    await admin.call(checkConsent, {})
    return (await admin.call(getConnectionRefusal, {})).refusal
  }

  /** Where a refused sign-in ends, and what the login page shows. */
  async function signIn() {
    const browser = world.browser()
    const person = microsoft.partner.people[0]?.id ?? ''
    const location = await comeBack(browser, await choose(await begin(browser), { person }))
    const { refusal } = await browser.call(getSignInOptions, {})
    return { location, refusal }
  }

  /** The page after a refused consent, and what the list of links shows. */
  async function consent() {
    const { url, id } = await admin.call(startConsent, { body: { kind: 'interactive', tenantId } })
    const callback = await world.choose(url, tenantId)
    const landing = await admin.request({ url: callback.pathname + callback.search })
    const page = await admin.request({ url: String(landing.headers.location) })
    const { problem, message } = await admin.call(getConsent, { params: { consentId: id } })
    return { page: page.body, problem, message }
  }

  return {
    ...world,
    refuse,
    tokenText,
    bar,
    signIn,
    consent,

    async expectToken(code: number): Promise<void> {
      refuse('token', code, { error: 'invalid_grant' })
      const { cause, step } = adviceOf(code, 'token', false)
      expect(`${code}: ${await tokenText()}`).toBe(`${code}: ${cause} ${step}`)
    },

    async expectBar(code: number): Promise<void> {
      refuse('token', code, { error: 'invalid_client' })
      const refusal = await bar()
      const { cause, step } = adviceOf(code, 'token', true)
      expect([code, refusal?.title, refusal?.action]).toEqual([
        code,
        `Microsoft refuses the connection. ${cause}`,
        step,
      ])
    },

    /** Microsoft's `access_denied` is a cancellation only with AADSTS65004. */
    async expectSignIn(code: number): Promise<void> {
      refuse('signIn', code, { error: 'access_denied' })
      const { location, refusal } = await signIn()
      if (code === CANCELLED) {
        expect([location, refusal]).toEqual(['/login?error=cancelled', null])
        return
      }
      const { cause, step } = adviceOf(code, 'signIn', true)
      expect(location).toMatch(/=(?:failed|other_directory)$/u)
      expect(`${code}: ${refusal?.title}.`).toBe(`${code}: ${cause}`)
      expect(refusal?.text.replace(/, request [\w-]+\)$/u, ')')).toBe(`${step} (AADSTS${code})`)
    },

    async expectConsent(code: number): Promise<void> {
      refuse('consent', code, { error: 'access_denied' })
      const { page, problem, message } = await consent()
      const { cause, step } = adviceOf(code, 'consent', false)
      if (code === CANCELLED) {
        expect([problem, page.includes('declined or cancelled')]).toEqual(['cancelled', true])
        return
      }
      expect([code, problem]).toEqual([code, 'microsoft_error'])
      for (const text of [cause, step, `AADSTS${code}`]) expect(page).toContain(text)
      expect(message).toContain(cause)
    },
  }
}

const CANCELLED = 65_004

function adviceOf(code: number, place: CodePlace, isOwn: boolean) {
  const advice = refusalAdviceOf(`AADSTS${code}`, { place, isOwn })
  if (advice === null) throw new Error(`AADSTS${code} has no advice at ${place}`)
  return advice
}
