import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createCodeWalk } from './code-walk.ts'
import type { CodeWalk } from './code-walk.ts'
import { begin, comeBack } from './microsoft-page.ts'

let walk: CodeWalk
beforeAll(async () => {
  walk = await createCodeWalk()
})
afterAll(() => walk.close())

test.each([5_000_225, 500_014, 50_194, 500_011, 7_000_222, 90_033])(
  'AADSTS%i for a token is shown with its cause and its step',
  async (code) => {
    const { shown, expected } = await walk.atToken(code)
    expect(shown).toEqual(expected)
  },
)

test.each([5_000_225, 500_014, 7_000_222])(
  'AADSTS%i for a token of the own directory is in the red bar, with one action',
  async (code) => {
    const { shown, expected } = await walk.inBar(code)
    expect(shown).toEqual(expected)
  },
)

test.each([50_105, 65_004, 50_020, 50_194])(
  'AADSTS%i at a sign-in is shown on the login page',
  async (code) => {
    const { shown, expected } = await walk.atSignIn(code)
    expect(shown).toEqual(expected)
  },
)

test.each([650_052, 650_054, 65_004, 50_105])(
  'AADSTS%i at a consent is on the page and in the list',
  async (code) => {
    const { shown, expected } = await walk.atConsent(code)
    expect(shown).toEqual(expected)
  },
)

describe('a code that is not in the table is shown with the words, the code and the request ID', () => {
  const text = 'The <b>moon</b> is full.'
  const said = /Microsoft says: “The <b>moon<\/b> is full\.” \(AADSTS999999, request [\w-]+\)\./u

  test('of a token, also in the red bar', async () => {
    walk.refuse('token', 999_999, { text, error: 'invalid_grant' })
    expect(await walk.tokenText()).toMatch(said)
    const refusal = await walk.bar()
    expect(refusal?.cause).toBe('other')
    expect(refusal?.action).toMatch(said)
  })

  test('of a sign-in', async () => {
    walk.refuse('signIn', 999_999, { text, error: 'access_denied' })
    const { location, refusal } = await walk.signIn()
    expect(location).toBe('/login?error=failed')
    expect(refusal?.text).toMatch(said)
  })

  test('of a consent, as text and not as markup', async () => {
    walk.refuse('consent', 999_999, { text, error: 'invalid_client' })
    const { page, message } = await walk.consent()
    expect(message).toMatch(said)
    expect(page).toContain('Microsoft says: “The &lt;b&gt;moon&lt;/b&gt; is full.” (AADSTS999999')
    expect(page).not.toContain('<b>moon')
  })

  test('but never in words of the address: a link shows the code only', async () => {
    const url = '/api/admin-consent-callback?error=microsoft_error&code=AADSTS999999'
    const words = encodeURIComponent('AADSTS999999: Call 555-0100.')
    const { body } = await walk.browser().request({ url: `${url}&error_description=${words}` })
    expect(body).toContain('AADSTS999999')
    expect(body).not.toContain('555-0100')
  })
})

test('without a code access_denied is a cancellation', async () => {
  const browser = walk.browser()
  const authorize = await begin(browser)
  const callback = new URL(authorize.searchParams.get('redirect_uri') ?? '')
  callback.search = new URLSearchParams({
    error: 'access_denied',
    state: authorize.searchParams.get('state') ?? '',
  }).toString()
  expect(await comeBack(browser, callback)).toBe('/login?error=cancelled')
})
