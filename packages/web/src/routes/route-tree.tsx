import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { SignInRefusal } from '@tenantscope/contract/auth'
import { checkedReturnTo } from '@tenantscope/contract/return-to'
import { z } from 'zod'

import { currentUserQuery } from '../lib/current-user.ts'
import { POPUP_END } from '../lib/popup.ts'
import type { LicensesSearch } from '../pages/admin-licenses/licenses-view.ts'
import { AllTenantsSearch } from '../pages/all-tenants/all-tenants-view.ts'
import type { LicenseAuditSearch } from '../pages/license-audit/license-audit-page.tsx'
import type { CheckSearch } from '../pages/posture-check/check-search.ts'
import type { PostureSearch } from '../pages/posture/posture-search.ts'
import type { ResultsSearch } from '../pages/search/results-search.ts'
import { PageSpinner } from '../ui/page-spinner.tsx'
import { lazyPage } from './lazy-page.ts'
import { licenseRoutes } from './license-routes.ts'
import { PageError } from './page-error.tsx'
import { rootRoute } from './root-route.tsx'

// A parameter that cannot be parsed counts as absent.
const text = z.string().optional().catch(undefined)
const number = z.coerce.number().optional().catch(undefined)
const refusal = SignInRefusal.optional().catch(undefined)

/**
 * `/` and /dashboard are the same screen (specification section 2); a single address keeps links
 * and filters intact.
 */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** A signed-in user is redirected from the login screen. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ returnTo: text, error: refusal }),
  beforeLoad: ({ search, context }) => {
    if (!context.client.getQueryData(currentUserQuery.queryKey)) return
    // A repeated sign-in was refused: the window that requested it waits for the result.
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
  // The record that a link selects on a tab: a search result, or the users behind a figure.
  validateSearch: z.object({
    tab: text,
    person: text,
    license: text,
    // The license whose holders the list of users shows.
    holds: text,
    policy: text,
    // Two reports, separated by a comma.
    compare: text,
    // The security tab: the check in the panel, the filters of the checks, the days of the changes,
    // and the people of the coverage list.
    check: text,
    verdict: text,
    area: text,
    q: text,
    days: number,
    people: text,
    // The tenant whose policies are compared; empty: it is being chosen.
    compareWith: text,
  }),
  component: lazyPage(() => import('../pages/tenant/tenant-page.tsx'), 'TenantPage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  validateSearch: z.object({ warning: text, tenant: text }),
  component: lazyPage(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
})

const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enhanced-dashboard',
  validateSearch: z.object({ policy: text }),
  component: lazyPage(
    () => import('../pages/organization/organization-page.tsx'),
    'OrganizationPage',
  ),
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: z.custom<ResultsSearch>(),
  component: lazyPage(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
})

const postureRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/posture',
  validateSearch: z.custom<PostureSearch>(),
  component: lazyPage(() => import('../pages/posture/posture-page.tsx'), 'PosturePage'),
})

const postureCheckRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/posture/$checkId',
  validateSearch: z.custom<CheckSearch>(),
  component: lazyPage(
    () => import('../pages/posture-check/posture-check-page.tsx'),
    'PostureCheckPage',
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

/** The tab, and the record or the dialog that a link opens on it. */
const adminPanelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin-panel',
  validateSearch: z.object({
    tab: text,
    user: number,
    dialog: text,
    q: text,
    type: text,
    tenant: text,
    from: text,
    to: text,
  }),
  component: lazyPage(() => import('../pages/admin-panel/admin-panel-page.tsx'), 'AdminPanelPage'),
})

const adminLicensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin-licenses',
  // The page parses them, so that other pages do not load the schema.
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
  validateSearch: z.object({ report: number }),
  component: lazyPage(
    () => import('../pages/security-audit/security-audit.tsx'),
    'SecurityAuditPage',
  ),
})

const securityDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/security-dashboard',
  component: lazyPage(
    () => import('../pages/security-dashboard/security-dashboard.tsx'),
    'SecurityDashboardPage',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  validateSearch: z.object({ tab: text }),
  component: lazyPage(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

/** Breadcrumb-only names of the specification (decisions.md, Product) and their targets. */
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

/** The last address of a sign-in in a popup. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: POPUP_END,
  validateSearch: z.object({ error: refusal }),
  component: lazyPage(() => import('../pages/signed-in/signed-in-page.tsx'), 'SignedInPage'),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  dashboardRoute,
  tenantRoute,
  overviewRoute,
  organizationRoute,
  searchRoute,
  postureRoute,
  postureCheckRoute,
  ...licenseRoutes,
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

/** Creates the router of one signed-in session; its loaded data ends with it. */
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

/** Shown while the code of a page is loaded. */
function PagePending() {
  return <PageSpinner text="Loading..." />
}
