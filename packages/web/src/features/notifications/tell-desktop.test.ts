import { QueryClient } from '@tanstack/react-query'
import type { Notification as News } from '@tenantscope/contract/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { preferencesQuery } from '../../lib/preferences.ts'
import { tellDesktop } from './tell-desktop.ts'

const news: News = {
  id: 'news-1',
  kind: 'consent-lost',
  title: 'A tenant withdrew its consent',
  text: 'Contoso withdrew its consent',
  tenantId: null,
  address: '/tenant/1',
  createdAt: '2026-11-20T10:00:00.000Z',
}

const shown: FakeNotification[] = []
let permission: NotificationPermission

class FakeNotification extends EventTarget {
  static get permission() {
    return permission
  }
  readonly title: string
  readonly options: NotificationOptions | undefined
  readonly close = vi.fn()
  constructor(title: string, options?: NotificationOptions) {
    super()
    this.title = title
    this.options = options
    shown.push(this)
  }
}

let client: QueryClient
beforeEach(() => {
  shown.length = 0
  permission = 'granted'
  client = new QueryClient()
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function prefer(desktopNotifications: boolean): void {
  client.setQueryData(preferencesQuery.queryKey, {
    theme: 'system',
    timezone: 'UTC',
    emailNotifications: true,
    desktopNotifications,
    compactView: false,
    defaultView: 'dashboard',
  })
}

test('shows the news once for all tabs, and leads to what it is about', () => {
  prefer(true)
  const goTo = vi.fn()
  tellDesktop(client, { news, goTo })
  expect(shown).toMatchObject([{ title: news.title, options: { body: news.text, tag: 'news-1' } }])
  shown[0]?.dispatchEvent(new Event('click'))
  expect(goTo).toHaveBeenCalledWith('/tenant/1')
  expect(shown[0]?.close).toHaveBeenCalled()
})

test.each([
  ['the person does not want it', false, 'granted'],
  ['the browser may not', true, 'denied'],
  ['the browser was never asked', true, 'default'],
] as const)('shows nothing where %s', (_, wants, given) => {
  prefer(wants)
  permission = given
  tellDesktop(client, { news, goTo: vi.fn() })
  expect(shown).toEqual([])
})
