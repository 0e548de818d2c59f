import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a request that finds its session and then loses it is refused', async () => {
  const browser = await app.signIn('viewer')
  // Late enough that the request extends the session.
  app.clock.advance({ minutes: 5 })
  const asked = await app.database.handle.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sessions').execute()
    const response = browser.request({ url: '/api/auth/me' })
    // PostgreSQL: the request has read the session and waits to extend it.
    await delay(300)
    return { response }
  })
  expect((await asked.response).statusCode).toBe(401)
})
