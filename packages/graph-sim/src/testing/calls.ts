import { request } from 'undici'

import type { Simulator } from '../simulator.ts'
import type { Tenant } from '../world/types.ts'

export type Body = Record<string, unknown>

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as an object; empty when it is no JSON object. */
  readonly body: Body
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Plain HTTP calls to a simulator, as the product sends them. */
export interface Calls {
  send(host: string, path: string, options?: CallOptions): Promise<Answer>
  identity(path: string, options?: CallOptions): Promise<Answer>
  /** Path below /v1.0; signed in as the app in that tenant. */
  graph(tenant: Tenant, path: string, options?: CallOptions): Promise<Answer>
  control(path: string, options?: CallOptions): Promise<Answer>
  requestToken(tenant: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
  appToken(tenant: Tenant): Promise<string>
}

export function createCalls(simulator: Simulator): Calls {
  const { clientId, clientSecret } = simulator.world.registration
  const tokens = new Map<string, Promise<string>>()

  async function send(host: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { form, json } = options
    const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json)
    const response = await request(`${simulator.url}${path}`, {
      method: options.method ?? (form || json ? 'POST' : 'GET'),
      headers: {
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
        host,
      },
      ...(typeof body === 'string' ? { body } : {}),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: readObject(text),
    }
  }

  function requestToken(tenant: string, fields: Readonly<Record<string, string>> = {}) {
    return send('login.microsoftonline.com', `/${tenant}/oauth2/v2.0/token`, {
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'https://graph.microsoft.com/.default',
        ...fields,
      },
    })
  }

  async function appToken(tenant: Tenant): Promise<string> {
    const { body } = await requestToken(tenant.id)
    return String(body['access_token'])
  }

  return {
    send,
    requestToken,
    appToken,
    identity: (path, options) => send('login.microsoftonline.com', path, options),
    control: (path, options) => send(new URL(simulator.url).host, `/_simulator${path}`, options),
    async graph(tenant, path, options = {}) {
      const token = tokens.get(tenant.id) ?? appToken(tenant)
      tokens.set(tenant.id, token)
      return send('graph.microsoft.com', `/v1.0${path}`, {
        ...options,
        headers: { authorization: `Bearer ${await token}`, ...options.headers },
      })
    },
  }
}

/** The rows of a collection. */
export function rowsOf({ body }: Pick<Answer, 'body'>): Body[] {
  const value = body['value']
  return Array.isArray(value) ? value.filter(isBody) : []
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The claims of a token, unverified. */
export function claimsOf(token: unknown): Body {
  const [, payload = ''] = String(token).split('.')
  return readObject(Buffer.from(payload, 'base64url').toString('utf8'))
}

/** The tenant with this story. */
export function tenantOf({ world }: Simulator, story: Tenant['story']): Tenant {
  const tenant = world.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

function readObject(text: string): Body {
  try {
    const value: unknown = JSON.parse(text)
    return isBody(value) ? value : {}
  } catch {
    return {}
  }
}
