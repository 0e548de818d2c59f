import { getPreferences, savePreferences } from '@tenantscope/contract/account'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.reset())

const chosen = {
  theme: 'dark',
  timezone: 'Asia/Tokyo',
  emailNotifications: false,
  desktopNotifications: true,
  compactView: true,
  defaultView: 'tenants',
} as const

test('who never chose has the defaults and the installation’s time zone', async () => {
  await app.database.handle.db.updateTable('settings').set({ timezone: 'Europe/Paris' }).execute()
  expect(await (await app.signIn('viewer')).call(getPreferences, {})).toEqual({
    preferences: {
      theme: 'system',
      timezone: 'Europe/Paris',
      emailNotifications: true,
      desktopNotifications: false,
      compactView: false,
      defaultView: 'dashboard',
    },
  })
})

test('what a person chose is theirs alone, and can be changed again', async () => {
  const [browser, other] = [await app.signIn('viewer'), await app.signIn('viewer')]
  await browser.call(savePreferences, { body: chosen })
  const changed = { ...chosen, theme: 'light' } as const
  await browser.call(savePreferences, { body: changed })
  expect(await browser.call(getPreferences, {})).toEqual({ preferences: changed })
  expect((await other.call(getPreferences, {})).preferences.theme).toBe('system')
})

test.each([
  [{ ...chosen, timezone: 'Mars/Olympus' }, 'body.timezone', 'Unknown time zone'],
  [{ ...chosen, theme: 'pink' }, 'body.theme', 'Must be one of: light, dark, system'],
  [{ ...chosen, compactView: 'yes' }, 'body.compactView', 'Must be true or false'],
  [{ theme: 'dark' }, 'body.timezone', 'Is missing'],
  [[], 'body', 'Must be an object'],
])('%o is refused at %s, and nothing is written', async (body, field, message) => {
  const browser = await app.signIn('viewer')
  const refusal = await browser.refusal(savePreferences, { body })
  expect(refusal.status).toBe(400)
  const named = refusal.body.fields!.find((each) => each.field === field)
  expect(named!.message).toBe(message)
  expect((await browser.call(getPreferences, {})).preferences.theme).toBe('system')
})

test('the message of a refusal names the field, unless it is the specification’s own', async () => {
  const browser = await app.signIn('viewer')
  const messageFor = async (body: object) =>
    (await browser.refusal(savePreferences, { body })).body.message
  expect(await messageFor({ ...chosen, theme: 'pink' })).toBe(
    'theme must be one of: light, dark, system',
  )
  expect(await messageFor({ ...chosen, timezone: 'Mars/Olympus' })).toBe('Unknown time zone')
})
