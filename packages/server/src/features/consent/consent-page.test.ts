import { runInNewContext } from 'node:vm'

import { ConsentMessage, ConsentProblem, finishAdminConsent } from '@tenantscope/contract/consent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PUBLIC_URL, createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const TENANT = guidOf(1)
const CONSENT = guidOf(2)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const open = (query: string) =>
  app.browser().request({ url: `${finishAdminConsent.path}?${query}` })

/** What the page's script does in a popup: what it posts, to whom, and whether it closes. */
async function run(query: string, { hasOpener = true } = {}) {
  const { body } = await open(query)
  const script = /<script nonce="[^"]+">([\s\S]*?)<\/script>/u.exec(body)?.[1] ?? ''
  const posted: unknown[] = []
  const broadcast: unknown[] = []
  const closing: number[] = []
  class Channel {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    postMessage(message: unknown) {
      broadcast.push([this.name, ConsentMessage.parse(structuredClone(message))])
    }
  }
  const opener = hasOpener
    ? {
        postMessage: (message: unknown, origin: string) =>
          posted.push([ConsentMessage.parse(structuredClone(message)), origin]),
      }
    : null
  runInNewContext(script, {
    window: { opener, close: () => undefined },
    location: new URL(PUBLIC_URL),
    BroadcastChannel: Channel,
    setTimeout: (_: unknown, ms: number) => closing.push(ms),
  })
  return { posted, broadcast, closing }
}

describe('the page that Microsoft’s redirect ends at', () => {
  test('is not cached, is not indexed, runs only its own script, and can reach its opener', async () => {
    const { headers, body } = await open(`result=success&tenant=${TENANT}&consent=${CONSENT}`)
    const policy = String(headers['content-security-policy'])
    const nonce = /script-src 'nonce-([\w-]{22})'/u.exec(policy)?.[1] ?? ''
    expect(policy).toMatch(/^default-src 'none'/u)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'unsafe-none',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body.split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(body).not.toMatch(/https?:\/\//u)
    const again = await open('result=success')
    expect(again.headers['content-security-policy']).not.toBe(policy)
  })

  test('notifies its opener and every tab of a success, and closes', async () => {
    const message = {
      type: 'ADMIN_CONSENT_SUCCESS',
      tenantId: TENANT,
      consentId: CONSENT,
      problem: null,
      message: null,
    }
    const query = `result=success&tenant=${TENANT}&consent=${CONSENT}`
    const { posted, broadcast, closing } = await run(query)
    expect(posted).toEqual([[message, PUBLIC_URL]])
    expect(broadcast).toEqual([['tenantscope-consent', message]])
    expect(closing).toHaveLength(1)
    const invited = await run(query, { hasOpener: false })
    expect(invited).toMatchObject({ posted: [], closing: [] })
  })

  test('explains a consent that is on its way, and stays', async () => {
    const query = `result=pending&tenant=${TENANT}&consent=${CONSENT}`
    const { posted, closing } = await run(query)
    expect(posted).toMatchObject([
      [{ type: 'ADMIN_CONSENT_PENDING', tenantId: TENANT }, PUBLIC_URL],
    ])
    expect(closing).toEqual([])
    expect((await open(query)).body).toContain(
      'usually takes effect within 1 to 2 minutes, at most 10',
    )
  })

  test.each(ConsentProblem.options)('says what is next after %s, and stays', async (problem) => {
    const { posted, closing } = await run(`error=${problem}&consent=${CONSENT}`)
    expect(posted).toMatchObject([
      [
        {
          type: 'ADMIN_CONSENT_FAILED',
          consentId: CONSENT,
          problem,
          message: expect.stringMatching(/\.$/u) as unknown,
        },
        PUBLIC_URL,
      ],
    ])
    expect(closing).toEqual([])
  })

  test.each([
    ['error=permission_denied&error_description=The+admin+canceled', 'cancelled'],
    ['admin_consent=True&error=consent_required&error_description=AADSTS65004%3a+x', 'cancelled'],
    ['error=access_denied&error_subcode=cancel', 'cancelled'],
    ['error=consent_required&error_description=AADSTS90094%3a+x', 'microsoft_error'],
    ['error=server_error', 'microsoft_error'],
  ])('shows a refusal that lost its state: %s', async (query, problem) => {
    const { posted } = await run(query)
    expect(posted).toMatchObject([[{ type: 'ADMIN_CONSENT_FAILED', problem }, PUBLIC_URL]])
  })

  test('shows Microsoft’s code and nothing else from its address', async () => {
    const evil = '</script><script>alert(1)</script>'
    const query = new URLSearchParams({
      error: evil,
      error_description: `AADSTS90094: Call +1 555 0100 ${evil}`,
      tenant: evil,
      consent: evil,
    })
    const { body } = await open(query.toString())
    expect(body).toContain('Microsoft’s code: AADSTS90094')
    expect(body).not.toContain('555 0100')
    expect(body).not.toContain('alert')
    const { posted } = await run(`result=success&tenant=${encodeURIComponent(evil)}`)
    expect(posted).toMatchObject([[{ tenantId: null, consentId: null }, PUBLIC_URL]])
  })

  test.each([
    '',
    'result=anything',
    'tenant=x',
    'result=success&result=pending',
    'error=a&error=b',
  ])('an address that says nothing is no valid answer: "%s"', async (query) => {
    const { statusCode, headers } = await open(query)
    expect(statusCode).toBe(302)
    expect(headers.location).toBe(`${finishAdminConsent.path}?error=invalid_state`)
    // Any other policy on the way back cuts the popup off from its opener.
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })
})
