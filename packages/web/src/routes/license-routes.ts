import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'

import type { BillingSearch } from '../pages/billing-months/billing-search.ts'
import type { UseSearch } from '../pages/license-use/use-search.ts'
import type { LicenseSearch } from '../pages/license/license-search.ts'
import type { EstateSearch } from '../pages/licenses/licenses-search.ts'
import type { PricesSearch } from '../pages/prices/prices-search.ts'
import type { RenewalsSearch } from '../pages/renewals/renewals-search.ts'
import type { TenantBillingSearch } from '../pages/tenant-billing/tenant-billing-page.tsx'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.tsx'

// The pages parse their parameters, so that other pages do not load the schemas.

const estateLicensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses',
  validateSearch: z.custom<EstateSearch>(),
  component: lazyPage(() => import('../pages/licenses/licenses-page.tsx'), 'LicensesPage'),
})

const estateLicenseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses/$skuId',
  validateSearch: z.custom<LicenseSearch>(),
  component: lazyPage(() => import('../pages/license/license-page.tsx'), 'LicensePage'),
})

const renewalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/renewals',
  validateSearch: z.custom<RenewalsSearch>(),
  component: lazyPage(() => import('../pages/renewals/renewals-page.tsx'), 'RenewalsPage'),
})

const billingMonthsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing-months',
  validateSearch: z.custom<BillingSearch>(),
  component: lazyPage(
    () => import('../pages/billing-months/billing-months-page.tsx'),
    'BillingMonthsPage',
  ),
})

const tenantBillingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/billing-months/$tenantId',
  validateSearch: z.custom<TenantBillingSearch>(),
  component: lazyPage(
    () => import('../pages/tenant-billing/tenant-billing-page.tsx'),
    'TenantBillingPage',
  ),
})

const licenseUseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenant/$tenantId/license-use',
  validateSearch: z.custom<UseSearch>(),
  component: lazyPage(() => import('../pages/license-use/license-use-page.tsx'), 'LicenseUsePage'),
})

const licenseProposalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenant/$tenantId/license-proposal',
  component: lazyPage(
    () => import('../pages/license-proposal/license-proposal-page.tsx'),
    'LicenseProposalPage',
  ),
})

const pricesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/prices',
  validateSearch: z.custom<PricesSearch>(),
  component: lazyPage(() => import('../pages/prices/prices-page.tsx'), 'PricesPage'),
})

/** Licenses of all tenants, their renewals, prices and billing months. */
export const licenseRoutes = [
  estateLicensesRoute,
  estateLicenseRoute,
  renewalsRoute,
  billingMonthsRoute,
  tenantBillingRoute,
  licenseUseRoute,
  licenseProposalRoute,
  pricesRoute,
] as const
