import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { checkedReturnTo } from '@tenantscope/contract/return-to'
import { z } from 'zod'

import { currentUserQuery } from '../lib/current-user.ts'
import { lazyPage } from '../lib/lazy-page.ts'
import { AllTenantsSearch } from '../pages/all-tenants/all-tenants-view.ts'
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx'
import { AppShell } from './app-shell.tsx'
import { PageError } from './page-error.tsx'
import { PagePending } from './page-pending.tsx'

const rootRoute = createRootRouteWithContext<{ client: QueryClient }>()({
  component: AppShell,
  notFoundComponent: NotFoundPage,
})

/** `/` and /dashboard are the same screen (specification section 2); one address keeps links and filters whole. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** Who is signed in already has no business on the login screen. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ returnTo: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search, context }) => {
    if (!context.client.getQueryData(currentUserQuery.queryKey)) return
    throw redirect({ href: checkedReturnTo(search.returnTo) ?? '/dashboard', replace: true })
  },
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: AllTenantsSearch,
  component: lazyPage(() => import('../pages/all-tenants/all-tenants-page.tsx'), 'AllTenantsPage'),
})

const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenant/$tenantId',
  validateSearch: z.object({ tab: z.string().optional().catch(undefined) }),
  component: lazyPage(() => import('../pages/tenant/tenant-page.tsx'), 'TenantPage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  validateSearch: z.object({
    warning: z.string().optional().catch(undefined),
    tenant: z.string().optional().catch(undefined),
  }),
  component: lazyPage(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  dashboardRoute,
  tenantRoute,
  overviewRoute,
])

/** A router for one signed-in stay: what it has loaded ends with it. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
