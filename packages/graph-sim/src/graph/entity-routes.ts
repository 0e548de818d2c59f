import { APPLICATION_ROUTES } from './application-routes.ts'
import type { GraphRoute } from './call.ts'
import { PARTNER_ROUTES } from './partner-routes.ts'
import { PERSON_ROUTES } from './person-routes.ts'
import { POLICY_ROUTES } from './policy-routes.ts'
import { REPORT_ROUTES } from './report-routes.ts'
import { ROLE_ROUTES } from './role-routes.ts'

/** Paths other than those of people, groups, licenses and the organization. */
export const ENTITY_ROUTES: readonly GraphRoute[] = [
  ...POLICY_ROUTES,
  ...ROLE_ROUTES,
  ...APPLICATION_ROUTES,
  ...REPORT_ROUTES,
  ...PARTNER_ROUTES,
  ...PERSON_ROUTES,
]
