import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { ErrorBody, ErrorCode } from '@tenantscope/contract/errors'
import { vi } from 'vitest'
import type { z } from 'zod'

interface FakeRequest {
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  headers: Headers
  keepalive: boolean
}

interface FakeAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

type Reply<E extends AnyEndpoint> = z.input<E['reply']>
type Respond = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>

interface Refusal {
  status: number
  code: ErrorCode
  message: string
  requestId?: string
  fields?: ErrorBody['fields']
  changed?: ErrorBody['changed']
  retryAfterSeconds?: number
}

/** A fake server for screens under test: it returns only replies that match the contract. */
export interface FakeServer {
  /** Sets the reply of a call. */
  answer: <E extends AnyEndpoint>(endpoint: E, reply: Reply<E>) => void
  /** Sets a reply that depends on the request. */
  answerWith: <E extends AnyEndpoint>(
    endpoint: E,
    reply: (request: FakeRequest) => Reply<E>,
  ) => void
  /** Sets a file as the reply. */
  answerFile: (endpoint: AnyEndpoint, file: { name: string; content: string }) => void
  refuse: (endpoint: AnyEndpoint, refusal: Refusal) => void
  /** A proxy fails the call: no body of this server. */
  fail: (endpoint: AnyEndpoint) => void
  /** The call gets no response. */
  cut: (endpoint: AnyEndpoint) => void
  /** While true, no call gets a response, as during a restart. */
  setDown: (isDown: boolean) => void
  /** Holds the next responses of the call until the returned function is called. */
  hold: (endpoint: AnyEndpoint) => () => void
  /** Sets the build that every response names. */
  setBuild: (build: string) => void
  /** Returns the requests so far. */
  requestsTo: (endpoint: AnyEndpoint) => readonly FakeRequest[]
}

/** Replaces fetch until the test's globals are restored. */
export function installFakeServer(): FakeServer {
  const responders = new Map<string, Respond>()
  const endpoints = new Map<string, AnyEndpoint>()
  const held = new Map<string, Promise<void>>()
  const requests: { name: string; request: FakeRequest }[] = []
  let build: string | undefined
  let isServerDown = false

  const respondWith = (endpoint: AnyEndpoint, respond: Respond) => {
    endpoints.set(endpoint.name, endpoint)
    responders.set(endpoint.name, respond)
  }

  vi.stubGlobal('fetch', async (address: string, request: RequestInit): Promise<Response> => {
    const found = find(endpoints.values(), address, request)
    if (found === undefined) throw new Error(`The test answers no ${request.method} ${address}`)
    const { name } = found.endpoint
    requests.push({ name, request: found.request })
    await held.get(name)
    if (isServerDown) throw failedFetch()
    const { status, body, headers } = (await responders.get(name)?.(found.request)) ?? NO_ANSWER
    const init = {
      status,
      headers: { ...(build === undefined ? {} : { 'X-Tenantscope-Build': build }), ...headers },
    }
    const isFile = headers?.['Content-Disposition'] !== undefined
    return isFile ? new Response(String(body), init) : Response.json(body, init)
  })

  return {
    answer: (endpoint, reply) => respondWith(endpoint, () => success(endpoint, reply)),
    answerWith: (endpoint, reply) =>
      respondWith(endpoint, (request) => success(endpoint, reply(request))),
    answerFile: (endpoint, { name, content }) =>
      respondWith(endpoint, () => ({
        status: endpoint.status,
        body: content,
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      })),
    refuse: (endpoint, { status, code, message, requestId = 'request-1', ...rest }) => {
      const { fields, changed, retryAfterSeconds } = rest
      const body: ErrorBody = {
        error: message,
        message,
        code,
        requestId,
        ...(fields && { fields }),
        ...(changed && { changed }),
      }
      const headers =
        retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
      respondWith(endpoint, () => ({ status, body, headers }))
    },
    fail: (endpoint) => respondWith(endpoint, () => ({ status: 502, body: '' })),
    cut: (endpoint) =>
      respondWith(endpoint, () => {
        throw failedFetch()
      }),
    setDown: (isDown) => {
      isServerDown = isDown
    },
    hold: (endpoint) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(endpoint.name, promise)
      return () => {
        held.delete(endpoint.name)
        resolve()
      }
    },
    setBuild: (value) => {
      build = value
    },
    requestsTo: ({ name }) =>
      requests.filter((each) => each.name === name).map(({ request }) => request),
  }
}

/** What a browser throws when it gets no response. */
const failedFetch = () => new TypeError('Failed to fetch')

const NO_ANSWER: FakeAnswer = { status: 500, body: 'The test has no answer' }

function success(endpoint: AnyEndpoint, body: unknown): FakeAnswer {
  endpoint.reply.parse(body)
  return { status: endpoint.status, body }
}

function find(endpoints: Iterable<AnyEndpoint>, address: string, init: RequestInit) {
  const url = new URL(address, location.origin)
  for (const endpoint of endpoints) {
    const params = endpoint.method === init.method && paramsOf(endpoint.path, url.pathname)
    if (params) return { endpoint, request: requestOf(params, url, init) }
  }
  return undefined
}

function requestOf(params: Record<string, string>, url: URL, init: RequestInit): FakeRequest {
  return {
    params,
    query: url.searchParams,
    body: bodyOf(init.body),
    headers: new Headers(init.headers),
    keepalive: init.keepalive === true,
  }
}

/** Returns a form's parts by name; files stay files. */
function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

function paramsOf(template: string, path: string): Record<string, string> | undefined {
  const parts = path.split('/')
  const names = template.split('/')
  if (parts.length !== names.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = decodeURIComponent(parts[index] ?? '')
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}
