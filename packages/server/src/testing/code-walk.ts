import { refusalAdviceOf } from '@tenantscope/analysis/microsoft-refusal'
import { getSignInOptions } from '@tenantscope/contract/auth'
import {
  checkConsent,
  checkTenantPermissions,
  getConnectionRefusal,
} from '@tenantscope/contract/azure'
import { getConsent, startConsent } from '@tenantscope/contract/consent'
import type { CodePlace } from '@tenantscope/contract/microsoft-codes'

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

    async atToken(code: number): Promise<Shown> {
      refuse('token', code, { error: 'invalid_grant' })
      const { cause, step } = adviceOf(code, 'token', false)
      return { shown: [code, await tokenText()], expected: [code, `${cause} ${step}`] }
    },

    async inBar(code: number): Promise<Shown> {
      refuse('token', code, { error: 'invalid_client' })
      const refusal = await bar()
      const { cause, step } = adviceOf(code, 'token', true)
      return {
        shown: [code, refusal?.title, refusal?.action],
        expected: [code, `Microsoft refuses the connection. ${cause}`, step],
      }
    },

    /** Microsoft's `access_denied` is a cancellation only with AADSTS65004. */
    async atSignIn(code: number): Promise<Shown> {
      refuse('signIn', code, { error: 'access_denied' })
      const { location, refusal } = await signIn()
      const isCancelled = location === '/login?error=cancelled'
      const { cause, step } = adviceOf(code, 'signIn', true)
      const isCancellation = code === CANCELLED
      return {
        shown: [
          code,
          isCancelled,
          refusal && `${refusal.title}.`,
          refusal?.text.replace(/, request [\w-]+\)$/u, ')'),
        ],
        expected: isCancellation
          ? [code, true, null, undefined]
          : [code, false, cause, `${step} (AADSTS${code})`],
      }
    },

    async atConsent(code: number): Promise<Shown> {
      refuse('consent', code, { error: 'access_denied' })
      const { page, problem, message } = await consent()
      const { cause, step } = adviceOf(code, 'consent', false)
      const texts = code === CANCELLED ? ['declined or cancelled'] : [cause, step, `AADSTS${code}`]
      return {
        shown: [
          code,
          problem,
          texts.filter((text) => page.includes(text)),
          message?.startsWith(cause) === true,
        ],
        expected: [
          code,
          code === CANCELLED ? 'cancelled' : 'microsoft_error',
          texts,
          code !== CANCELLED,
        ],
      }
    },
  }
}

/** What the product showed for a code, and what the table says. */
interface Shown {
  readonly shown: readonly unknown[]
  readonly expected: readonly unknown[]
}

const CANCELLED = 65_004

function adviceOf(code: number, place: CodePlace, isOwn: boolean) {
  const advice = refusalAdviceOf(`AADSTS${code}`, { place, isOwn })
  if (advice === null) throw new Error(`AADSTS${code} has no advice at ${place}`)
  return advice
}
