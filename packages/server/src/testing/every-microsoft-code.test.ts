import { MICROSOFT_CODES } from '@tenantscope/contract/microsoft-codes'
import type { CodePlace } from '@tenantscope/contract/microsoft-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCodeWalk } from './code-walk.ts'
import type { CodeWalk } from './code-walk.ts'

/** Every code of the table at every place where Microsoft returns it, through the simulator to the screen. */

const MINUTES = 15
const TIMEOUT_MS = MINUTES * 60_000

let walk: CodeWalk
beforeAll(async () => {
  walk = await createCodeWalk()
})
afterAll(() => walk.close())

const codesAt = (place: CodePlace): number[] =>
  MICROSOFT_CODES.filter(({ places }) => places.includes(place)).flatMap(({ codes }) => codes)

test(
  'each code for a token of a customer is shown with its cause and its step',
  async () => {
    expect(codesAt('token').length).toBeGreaterThan(80)
    for (const code of codesAt('token')) {
      const { shown, expected } = await walk.atToken(code)
      expect(shown).toEqual(expected)
    }
  },
  TIMEOUT_MS,
)

test(
  'each lasting code for a token of the own directory is in the red bar',
  async () => {
    const lasting = MICROSOFT_CODES.filter(
      ({ places, failure }) =>
        places.includes('token') && failure !== 'UNAVAILABLE' && failure !== 'THROTTLED',
    )
    for (const code of lasting.flatMap(({ codes }) => codes)) {
      const { shown, expected } = await walk.inBar(code)
      expect(shown).toEqual(expected)
    }
  },
  TIMEOUT_MS,
)

test(
  'each code at a sign-in is shown on the login page',
  async () => {
    expect(codesAt('signIn').length).toBeGreaterThan(200)
    for (const code of codesAt('signIn')) {
      const { shown, expected } = await walk.atSignIn(code)
      expect(shown).toEqual(expected)
    }
  },
  TIMEOUT_MS,
)

test(
  'each code at a consent is on the page and in the list',
  async () => {
    expect(codesAt('consent').length).toBeGreaterThan(200)
    for (const code of codesAt('consent')) {
      const { shown, expected } = await walk.atConsent(code)
      expect(shown).toEqual(expected)
    }
  },
  TIMEOUT_MS,
)
