import type { QueryClient } from '@tanstack/react-query'
import type { Notification as News } from '@tenantscope/contract/notifications'

import { preferencesQuery } from '../../lib/preferences.ts'

/**
 * Shows the news on the desktop, where the person wants it and the browser may. Every open tab hears
 * of it; the tag makes one of them all.
 */
export function tellDesktop(
  client: QueryClient,
  { news, goTo }: { news: News; goTo: (address: string) => void },
): void {
  void client.invalidateQueries({ queryKey: ['notifications'] })
  const preferences = client.getQueryData(preferencesQuery.queryKey)
  if (preferences?.desktopNotifications !== true) return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const shown = new Notification(news.title, { body: news.text, tag: news.id })
  shown.addEventListener('click', () => {
    window.focus()
    goTo(news.address)
    shown.close()
  })
}
