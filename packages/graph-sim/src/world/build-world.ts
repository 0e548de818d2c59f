import type { CloudName } from '../clouds.ts'
import { createRandom, type Random } from '../random.ts'
import { registeredApplication } from './applications.ts'
import { buildTenant } from './build-tenant.ts'
import { buildHostile, buildLarge } from './hostile-directory.ts'
import { buildForeign, buildPartner } from './partner.ts'
import { chooseRecipes } from './recipes.ts'
import type { Registration, Tenant, World } from './types.ts'

interface WorldOptions {
  readonly seed: number
  /** Customers, without the partner's own directory. */
  readonly tenants: number
  /** People in each customer's directory; absent: believable sizes. */
  readonly users?: number | undefined
  /** Where the app under test answers; each gives the two redirect addresses of the product. */
  readonly appUrls: readonly string[]
  /**
   * Every story and shape of directory also in a small world, and the partner lets the app read
   * GDAP relationships. Absent: customers beyond the first 40 bring them, those that are reached by
   * GDAP alone from the 46th on, so that the default world keeps its customers.
   */
  readonly isWhole?: boolean | undefined
  /** The users of one more customer, whose data are hostile; absent or 0: there is none. */
  readonly hostileUsers?: number | undefined
  /** The users of one more ordinary customer, as large as the hostile one; absent or 0: there is none. */
  readonly largeUsers?: number | undefined
  /** Further customers, which follow those of the world. */
  readonly customers?: readonly Tenant[] | undefined
  /** Absent: the global cloud. */
  readonly cloud?: CloudName | 'any' | undefined
}

/** The permissions that the product's documentation requires. */
const REQUIRED_PERMISSIONS = [
  'Directory.Read.All',
  'Organization.Read.All',
  'Policy.Read.All',
  'User.Read.All',
  'AuditLog.Read.All',
  'Reports.Read.All',
  'DelegatedAdminRelationship.Read.All',
] as const
const FEDERATED_CREDENTIAL = {
  issuer: 'https://workloads.harborlane.example',
  subject: 'system:serviceaccount:tenantscope:worker',
  audience: 'api://AzureADTokenExchange',
} as const
const CALLBACK_PATHS = ['/api/auth/microsoft/callback', '/api/admin-consent-callback']

/** The same options always build the same world, down to the last id. */
export function buildWorld(options: WorldOptions): World {
  const random = createRandom(`world:${options.seed}`)
  const isWhole = options.isWhole ?? false
  const partner = buildPartner(random.fork('partner'), isWhole)
  const customers = chooseRecipes({
    tenants: options.tenants,
    users: options.users,
    isWhole,
    random,
  }).map((recipe, index) => buildTenant(recipe, random.fork(`tenant:${index}`)))
  const { hostileUsers = 0, largeUsers = 0, customers: further = [] } = options
  const hostile = hostileUsers > 0 ? [buildHostile(hostileUsers, random.fork('hostile'))] : []
  const large = largeUsers > 0 ? [buildLarge(largeUsers, random.fork('large'))] : []
  const registration = buildRegistration(options.appUrls, random.fork('registration'))
  partner.applications.push(registeredApplication(registration, random.fork('application')))
  return {
    seed: options.seed,
    cloud: options.cloud ?? 'global',
    registration,
    partner,
    tenants: [
      partner,
      ...customers,
      ...hostile,
      ...large,
      ...further,
      buildForeign(random.fork('foreign')),
    ],
  }
}

function buildRegistration(appUrls: readonly string[], random: Random): Registration {
  return {
    clientId: random.guid(),
    clientSecret: `${random.token(3)}8Q~${random.token(34)}`,
    moreSecrets: [],
    displayName: 'Tenantscope',
    redirectUris: appUrls.flatMap((url) =>
      CALLBACK_PATHS.map((path) => `${url.replace(/\/+$/, '')}${path}`),
    ),
    requiredPermissions: REQUIRED_PERMISSIONS,
    federatedCredentials: [FEDERATED_CREDENTIAL],
  }
}
