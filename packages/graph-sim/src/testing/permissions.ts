import { cloudByName, type CloudName } from '../clouds.ts'
import type { Simulator } from '../simulator.ts'
import type { Tenant } from '../world/types.ts'
import { createCalls, type Answer, type CallOptions } from './calls.ts'

export interface Asked extends CallOptions {
  readonly tenant: Tenant
  /** Below /v1.0. */
  readonly path: string
  /** The application permissions of the token; the consent itself stays as it is. */
  readonly roles: readonly string[]
  /** Whose sign-in and whose Graph; absent: the global ones. */
  readonly cloud?: CloudName
}

/** A call to Graph with a token that holds just these permissions. */
export async function askWith(simulator: Simulator, asked: Asked): Promise<Answer> {
  const { tenant, path, roles, cloud = 'global', ...options } = asked
  const { graphHost } = cloudByName(cloud)
  const token = await tokenWith(simulator, { tenant, roles, cloud })
  return createCalls(simulator).send(graphHost, `/v1.0${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  })
}

/** A token of the app that holds just these permissions. */
async function tokenWith(
  simulator: Simulator,
  { tenant, roles, cloud }: Required<Pick<Asked, 'tenant' | 'roles' | 'cloud'>>,
): Promise<string> {
  const { consent } = tenant
  if (!consent) throw new Error('No consent')
  const { loginHost, graphHost } = cloudByName(cloud)
  const granted = consent.roles
  consent.roles = [...roles]
  const { clientId, clientSecret } = simulator.world.registration
  const { body } = await createCalls(simulator).send(loginHost, `/${tenant.id}/oauth2/v2.0/token`, {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `https://${graphHost}/.default`,
    },
  })
  consent.roles = granted
  return String(body['access_token'])
}

/** Status and code of Graph's error. */
export function graphRefusalOf({ status, body }: Answer): unknown[] {
  const { error } = body
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return [status, code]
}
