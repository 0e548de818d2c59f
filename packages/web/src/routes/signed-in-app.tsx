import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { getCurrentUser } from '@tenantscope/contract/auth'
import { streamEvents } from '@tenantscope/contract/sync'
import { useEffect, useState } from 'react'

import { expireOnEvent } from '../features/refresh/expire-tenant-data.ts'
import { ApiError } from '../lib/api-error.ts'
import { addressOf, call } from '../lib/api.ts'
import { isOutOfReach, watchConnection } from '../lib/connection.ts'
import { createAppEvents } from '../lib/events.ts'
import { followOwnLinks } from '../lib/leaving.ts'
import { reportServerBuild } from '../lib/new-version.ts'
import { preferencesQuery } from '../lib/preferences.ts'
import { openTabChannel } from '../lib/tab-channel.ts'
import { watchTabClose } from '../lib/tab-close.ts'
import { chooseTheme } from '../lib/theme-choice.ts'
import { AppEventsContext } from '../lib/use-app-event.ts'
import { PageSpinner } from '../ui/page-spinner.tsx'
import { createAppRouter } from './route-tree.tsx'

/** The application of a signed-in user, from sign-in to sign-out. */
export function SignedInApp() {
  const client = useQueryClient()
  const [router] = useState(() => createAppRouter(client))
  const [events] = useState(createBrowserEvents)
  const preferences = useQuery(preferencesQuery)
  const theme = preferences.data?.theme
  const isCompact = preferences.data?.compactView === true

  useEffect(() => {
    if (theme !== undefined) chooseTheme(theme)
  }, [theme])
  // base.css uses it to make plain tables dense.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-compact', isCompact)
  }, [isCompact])
  useEffect(() => watchTabClose(), [])
  useEffect(() => followOwnLinks(), [])
  useEffect(() => watchConnection(askServer), [])
  useEffect(() => {
    const unsubscribe = events.subscribe((event) => {
      // The event may come from another tab: the server is reachable.
      isOutOfReach.set(false)
      if (event.type === 'hello') {
        reportServerBuild(event.build)
        readWhatFailed(client)
      }
      expireOnEvent(client, event)
      if (event.type === 'notification')
        void import('../features/notifications/tell-desktop.ts').then(({ tellDesktop }) =>
          tellDesktop(client, {
            news: event.notification,
            goTo: (href) => void router.navigate({ href }),
          }),
        )
    })
    const stop = events.start()
    return () => {
      stop()
      unsubscribe()
    }
  }, [events, client, router])

  // Without the time zone every date would first be shown wrong. Fetched, not pending: a failed
  // query is pending again with every screen that requests it, and removing that screen would
  // repeat the request without end.
  if (!preferences.isFetched) return <PageSpinner text="Loading..." fillsScreen />
  return (
    <AppEventsContext value={events}>
      <RouterProvider router={router} />
    </AppEventsContext>
  )
}

function createBrowserEvents() {
  return createAppEvents({
    openSource: () => new EventSource(addressOf(streamEvents)),
    locks: 'locks' in navigator ? navigator.locks : undefined,
    openChannel: () => openTabChannel('tenantscope.events'),
    // A stream does not report why it ended; this call detects an ended session.
    onBroken: askServer,
    random: Math.random,
  })
}

const hadNoResponse = (error: unknown) => error instanceof ApiError && error.body === null

/** Reads again what failed on the open page while the server did not respond, for example during a restart. */
function readWhatFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => hadNoResponse(state.error),
  })
}

/** Checks whether the server is reachable and the session still exists. */
function askServer() {
  call(getCurrentUser, {}, { background: true }).catch(() => {
    // The call itself reports failures.
  })
}
