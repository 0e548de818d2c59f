import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'

import { NotFoundPage } from '../pages/not-found/not-found-page.tsx'
import { AppShell } from './app-shell.tsx'

/** The parent of every route: the header and the current page. */
export const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: AppShell,
  notFoundComponent: NotFoundPage,
})
