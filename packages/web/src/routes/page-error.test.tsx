import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '../lib/api-error.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { PageError } from './page-error.tsx'

/** An application of one page, with navigation around it. */
function openPage(Page: () => string) {
  const root = createRootRoute({
    component: () => (
      <>
        <nav>Still here</nav>
        <Outlet />
      </>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: PageError,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider<typeof router> router={router} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  // React reports every caught error to the console, which is its own noise here.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  return () => vi.restoreAllMocks()
})

test('a page that breaks leaves the navigation usable, says why and comes back when tried again', async () => {
  let isBroken = true
  openPage(() => {
    if (!isBroken) return 'Fixed'
    const body = {
      error: 'The database is not there.',
      message: 'The database is not there.',
      code: 'UNAVAILABLE',
      requestId: 'request-7',
    } as const
    throw new ApiError({ status: 503, text: '', body })
  })
  expect(await screen.findByRole('alert')).toHaveTextContent(/The database is not there.*request-7/)
  expect(screen.getByText('Still here')).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Fixed')).toBeInTheDocument()
})

test('an error of the program shows nothing of its inside', async () => {
  openPage(() => {
    throw new TypeError('secretThing is not a function')
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.queryByText(/secretThing/)).not.toBeInTheDocument()
})
