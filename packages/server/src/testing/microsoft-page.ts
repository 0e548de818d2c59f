import { startMicrosoftSignIn } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { expect } from 'vitest'

import { PUBLIC_URL } from './test-app.ts'
import { addressOf } from './test-browser.ts'
import type { TestBrowser } from './test-browser.ts'

/** Where the product sends the browser to sign in at Microsoft. */
export async function begin(
  browser: TestBrowser,
  query: CallInput<typeof startMicrosoftSignIn>['query'] = {},
): Promise<URL> {
  const response = await browser.request({
    url: addressOf(startMicrosoftSignIn, { params: {}, query }),
  })
  expect(response.statusCode).toBe(302)
  return new URL(String(response.headers.location), PUBLIC_URL)
}

/** What the person does on Microsoft's page; answers with the address that Microsoft sends back to. */
export async function choose(authorize: URL, choice: Record<string, string>): Promise<URL> {
  const answer = await fetch(authorize, {
    method: 'POST',
    body: new URLSearchParams(choice),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return new URL(String(answer.headers.get('location')))
}

/** Where the product sends the browser once Microsoft has sent it back. */
export async function comeBack(browser: TestBrowser, callback: URL): Promise<string> {
  const response = await browser.request({ url: callback.pathname + callback.search })
  expect(response.statusCode).toBe(302)
  return String(response.headers.location)
}
