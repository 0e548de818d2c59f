import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { SignInRefusal } from '@tenantscope/contract/auth'
import { checkedReturnTo } from '@tenantscope/contract/return-to'
import { z } from 'zod'

import { currentUserQuery } from '../lib/current-user.ts'
import { lazyPage } from '../lib/lazy-page.ts'
import { POPUP_END } from '../lib/popup.ts'
import type { LicensesSearch } from '../pages/admin-licenses/licenses-search.ts'
import { AllTenantsSearch } from '../pages/all-tenants/all-tenants-view.ts'
import type { LicenseAuditSearch } from '../pages/license-audit/log-size.ts'
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
  validateSearch: z.object({
    returnTo: z.string().optional().catch(undefined),
    error: SignInRefusal.optional().catch(undefined),
  }),
  beforeLoad: ({ search, context }) => {
    if (!context.client.getQueryData(currentUserQuery.queryKey)) return
    // They signed in again, which was refused: the window that asked for it waits for an answer.
    if (search.error)
      throw redirect({ to: '/signed-in', search: { error: search.error }, replace: true })
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
  // What a link singles out on a tab: a search result, or the people behind a figure.
  validateSearch: z.object({
    tab: z.string().optional().catch(undefined),
    person: z.string().optional().catch(undefined),
    license: z.string().optional().catch(undefined),
    policy: z.string().optional().catch(undefined),
    // Two reports, separated by a comma.
    compare: z.string().optional().catch(undefined),
  }),
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

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enhanced-dashboard',
  component: lazyPage(
    () => import('../pages/organization/organization-page.tsx'),
    'OrganizationPage',
  ),
})

const azureConfigRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/azure-config',
  component: lazyPage(
    () => import('../pages/azure-config/azure-config-page.tsx'),
    'AzureConfigPage',
  ),
})

/** The tab, and what a link singles out on it. */
const adminPanelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin-panel',
  validateSearch: z.object({
    tab: z.string().optional().catch(undefined),
    user: z.coerce.number().optional().catch(undefined),
    q: z.string().optional().catch(undefined),
    type: z.string().optional().catch(undefined),
    tenant: z.string().optional().catch(undefined),
    from: z.string().optional().catch(undefined),
    to: z.string().optional().catch(undefined),
  }),
  component: lazyPage(() => import('../pages/admin-panel/admin-panel-page.tsx'), 'AdminPanelPage'),
})

const adminLicensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin-licenses',
  // The page reads them: nobody else loads what they may be.
  validateSearch: z.custom<LicensesSearch>(),
  component: lazyPage(
    () => import('../pages/admin-licenses/admin-licenses-page.tsx'),
    'AdminLicensesPage',
  ),
})

const licenseAuditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/license-audit',
  validateSearch: z.custom<LicenseAuditSearch>(),
  component: lazyPage(
    () => import('../pages/license-audit/license-audit-page.tsx'),
    'LicenseAuditPage',
  ),
})

const securityAuditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/security-audit',
  validateSearch: z.object({ report: z.coerce.number().optional().catch(undefined) }),
  component: lazyPage(
    () => import('../pages/security-audit/security-audit-page.tsx'),
    'SecurityAuditPage',
  ),
})

const securityDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/security-dashboard',
  component: lazyPage(
    () => import('../pages/security-dashboard/security-dashboard-page.tsx'),
    'SecurityDashboardPage',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  validateSearch: z.object({ tab: z.string().optional().catch(undefined) }),
  component: lazyPage(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

/** Breadcrumb-only names of the specification (decisions.md, Product), and where they lead. */
const renamedRoutes = (
  [
    ['/admin-config', '/azure-config'],
    ['/admin-license-audit', '/admin/license-audit'],
    ['/admin-security-dashboard', '/admin/security-dashboard'],
    ['/admin-license-visibility', '/admin-licenses'],
  ] as const
).map(([path, to]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  }),
)

const azureRedirectSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/azure-redirect-setup',
  component: lazyPage(
    () => import('../pages/azure-redirect-setup/azure-redirect-setup-page.tsx'),
    'AzureRedirectSetupPage',
  ),
})

/** Where a sign-in in a window of its own ends. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: POPUP_END,
  validateSearch: z.object({ error: SignInRefusal.optional().catch(undefined) }),
  component: lazyPage(() => import('../pages/signed-in/signed-in-page.tsx'), 'SignedInPage'),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  dashboardRoute,
  tenantRoute,
  overviewRoute,
  organizationRoute,
  azureConfigRoute,
  adminPanelRoute,
  adminLicensesRoute,
  licenseAuditRoute,
  securityAuditRoute,
  securityDashboardRoute,
  profileRoute,
  ...renamedRoutes,
  azureRedirectSetupRoute,
  signedInRoute,
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
