import { getCurrentUser, signOut } from '@tenantscope/contract/auth'
import { afterEach, expect, test, vi } from 'vitest'

import { installFakeServer } from '../testing/fake-server.ts'
import { administrator } from '../testing/people.ts'
import { followOwnLinks } from './leaving.ts'
import { openTabChannel } from './tab-channel.ts'
import { watchTabClose } from './tab-close.ts'

const stops: (() => void)[] = []

function watch() {
  const server = installFakeServer()
  server.answer(signOut, { message: 'ok' })
  server.answer(getCurrentUser, { user: administrator })
  stops.push(watchTabClose(), followOwnLinks())
  return server
}

function hidePage(persisted = false) {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }))
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  document.body.replaceChildren()
})

test('a tab that closes says goodbye with a call that outlives it', () => {
  const server = watch()
  hidePage()
  expect(server.requestsTo(signOut)).toMatchObject([
    { body: { reason: 'tab-closed' }, keepalive: true },
  ])
})

test('a page that goes into the back/forward cache and a popup say nothing', () => {
  const server = watch()
  hidePage(true)
  vi.stubGlobal('opener', window)
  hidePage()
  expect(server.requestsTo(signOut)).toEqual([])
})

test('a link of the application is not the end of the tab, but a tab closed later is', () => {
  vi.useFakeTimers()
  const server = watch()
  document.body.innerHTML = '<a href="#elsewhere">Elsewhere</a>'
  document.querySelector('a')?.click()
  hidePage()
  expect(server.requestsTo(signOut)).toEqual([])
  vi.advanceTimersByTime(10_000)
  hidePage()
  expect(server.requestsTo(signOut)).toHaveLength(1)
})

test('a link that opens another tab does not hide that this one is closed', () => {
  const server = watch()
  document.body.innerHTML = '<a href="#elsewhere" target="_blank">Elsewhere</a>'
  document.querySelector('a')?.click()
  hidePage()
  expect(server.requestsTo(signOut)).toHaveLength(1)
})

test('when another tab closes, this one keeps the session alive without prolonging it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = watch()
  const other = openTabChannel('tenantscope.tabs')
  other?.post('closed')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 30_000 })
  vi.advanceTimersByTime(5_000)
  other?.close()
  expect(server.requestsTo(getCurrentUser)[0]?.headers.get('X-Background')).toBe('1')
})
