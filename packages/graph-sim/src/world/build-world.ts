import { createRandom } from '../random.ts'
import { buildTenant } from './build-tenant.ts'
import { buildForeign, buildPartner } from './partner.ts'
import { chooseRecipes } from './recipes.ts'
import type { World } from './types.ts'

export interface WorldOptions {
  readonly seed: number
  /** Customers, without the partner's own directory. */
  readonly tenants: number
  /** People in each customer's directory; absent: believable sizes. */
  readonly users?: number | undefined
  /** Where the app under test answers; each gives the two redirect addresses of the product. */
  readonly appUrls: readonly string[]
}

const CALLBACK_PATHS = ['/api/auth/microsoft/callback', '/api/admin-consent-callback']

/** The same options always build the same world, down to the last id. */
export function buildWorld(options: WorldOptions): World {
  const random = createRandom(`world:${options.seed}`)
  const partner = buildPartner(random.fork('partner'))
  const customers = chooseRecipes({
    tenants: options.tenants,
    users: options.users,
    random,
  }).map((recipe, index) => buildTenant(recipe, random.fork(`tenant:${index}`)))
  const registration = random.fork('registration')
  return {
    seed: options.seed,
    registration: {
      clientId: registration.guid(),
      clientSecret: `${registration.token(3)}8Q~${registration.token(34)}`,
      displayName: 'Tenantscope',
      redirectUris: options.appUrls.flatMap((url) =>
        CALLBACK_PATHS.map((path) => `${url.replace(/\/+$/, '')}${path}`),
      ),
    },
    partner,
    tenants: [partner, ...customers, buildForeign(random.fork('foreign'))],
  }
}
