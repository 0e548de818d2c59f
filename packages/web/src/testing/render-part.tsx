import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { CurrentUser } from '@tenantscope/contract/auth'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type { z } from 'zod'

import { currentUserQuery } from '../lib/current-user.ts'
import { preferencesQuery } from '../lib/preferences.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { AppTheme } from '../ui/app-theme.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { installFakeServer } from './fake-server.ts'
import type { FakeServer } from './fake-server.ts'
import { preferences, technician } from './people.ts'

interface PartScene {
  person?: z.input<typeof CurrentUser>
  prepare?: (server: FakeServer) => void
}

/** Renders a part of a page for a signed-in user in UTC. */
export async function renderPart(
  part: ReactNode,
  { person = technician, prepare }: PartScene = {},
) {
  const server = installFakeServer()
  prepare?.(server)
  const client = createQueryClient()
  client.setQueryData(currentUserQuery.queryKey, CurrentUser.parse(person))
  client.setQueryData(preferencesQuery.queryKey, { ...preferences, timezone: 'UTC' })
  const root = createRootRoute({
    component: () => (
      <Suspense fallback="Loading part">
        {part}
        <ToastRegion />
      </Suspense>
    ),
  })
  const paths = ['/', '/tenant/$tenantId'] as const
  const router = createRouter({
    routeTree: root.addChildren(
      paths.map((path) => createRoute({ getParentRoute: () => root, path })),
    ),
    history: createMemoryHistory(),
  })
  const user = userEvent.setup()
  const view = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <AppTheme>
          <RouterProvider router={router} />
        </AppTheme>
      </QueryClientProvider>,
    ),
  )
  return { server, user, client, unmount: view.unmount }
}
