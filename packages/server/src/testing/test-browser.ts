import type { AnyEndpoint, CallInput, CallReply } from '@tenantscope/contract/endpoint'
import { ErrorBody } from '@tenantscope/contract/errors'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export interface Refusal {
  status: number
  body: ErrorBody
  headers: LightMyRequestResponse['headers']
}

export type TestBrowser = ReturnType<typeof createBrowser>

/** A client with a cookie jar, at one address, that calls through the contract as the web app does. */
export function createBrowser(
  fastify: () => FastifyInstance,
  { ipAddress = '127.0.0.1' }: { ipAddress?: string } = {},
) {
  const cookies = new Map<string, string>()

  async function request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fastify().inject({
      remoteAddress: ipAddress,
      ...options,
      headers: { ...(cookie === '' ? {} : { cookie }), ...options.headers },
    })
    for (const { name, value, ...attributes } of response.cookies) {
      const isCleared = value === '' || attributes.maxAge === 0
      if (isCleared) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  function send(
    endpoint: AnyEndpoint,
    input: Partial<Record<'params' | 'query' | 'body', unknown>>,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const { params = {}, query = {}, body } = input
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    return request({
      method: endpoint.method,
      url: addressOf(endpoint, { params, query }),
      headers: { 'sec-fetch-site': 'same-origin', ...json, ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  }

  return {
    cookies,
    request,

    /** The reply, parsed; a refusal fails the test. */
    async call<E extends AnyEndpoint>(
      endpoint: E,
      input: CallInput<E>,
      headers: Record<string, string> = {},
    ): Promise<CallReply<E>> {
      const response = await send(endpoint, input, headers)
      if (response.statusCode >= 400)
        throw new Error(`${endpoint.name} was refused: ${response.statusCode} ${response.body}`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this endpoint's own schema
      return endpoint.reply.parse(response.json()) as CallReply<E>
    },

    /** The refusal, parsed; success fails the test. Input of any shape may be tried. */
    async refusal(
      endpoint: AnyEndpoint,
      input: Partial<Record<'params' | 'query' | 'body', unknown>> = {},
      headers: Record<string, string> = {},
    ): Promise<Refusal> {
      const response = await send(endpoint, input, headers)
      if (response.statusCode < 400)
        throw new Error(`${endpoint.name} was not refused: ${response.statusCode}`)
      const body = ErrorBody.parse(response.json())
      return { status: response.statusCode, body, headers: response.headers }
    },
  }
}

/** The address of a call, with its parameters put into the template. */
export function addressOf(
  { path }: AnyEndpoint,
  { params, query }: { params: unknown; query: unknown },
): string {
  const filled = Object.entries(params ?? {}).reduce(
    (address, [name, value]) => address.replace(`:${name}`, encodeURIComponent(String(value))),
    path as string,
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search === '' ? filled : `${filled}?${search}`
}
