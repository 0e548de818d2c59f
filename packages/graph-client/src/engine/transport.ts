import { Agent, fetch as undiciFetch } from 'undici'
import type { Dispatcher } from 'undici'

import { redirectedTo } from './rerouting.ts'

/** The transport of the product to Microsoft. */
export type Transport = {
  dispatcher: Dispatcher
  /** A fetch that goes through the dispatcher; fits openid-client's `customFetch`. */
  fetch: TransportFetch
  /** The address that a person's browser is sent to for authorize, admin consent and logout. */
  browserUrl(url: URL | string): URL
  /** True when MICROSOFT_ENDPOINT replaces Microsoft; the screens show it. */
  isSimulated: boolean
  close(): Promise<void>
}

/** The part of fetch that sign-in and token libraries use. */
type TransportFetch = (url: string | URL, init?: TransportFetchInit) => Promise<Response>

type TransportFetchInit = {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined
  redirect?: 'error' | 'follow' | 'manual'
  duplex?: 'half'
  signal?: AbortSignal | null | undefined
}

type TransportOptions = {
  /** A simulated Microsoft on this machine; null or absent for the real one. */
  microsoftEndpoint?: URL | null
  /** Sockets kept open per host. */
  connections?: number
  /** How long a silent server is waited for before the attempt counts as failed. */
  silenceTimeoutMs?: number
}

/** One dispatcher for tokens, sign-in and Graph, so that where requests go is decided in one place. */
export function createTransport(options: TransportOptions = {}): Transport {
  const endpoint = options.microsoftEndpoint ?? null
  if (endpoint) refuseUnlessLoopback(endpoint)

  const agent = createAgent(options)
  const dispatcher = endpoint ? agent.compose(redirectedTo(endpoint)) : agent
  return {
    dispatcher,
    fetch: fetchThrough(dispatcher),
    browserUrl: (url) => browserUrlFor(new URL(url), endpoint),
    isSimulated: endpoint !== null,
    close: () => dispatcher.close(),
  }
}

const DEFAULT_CONNECTIONS = 64
const DEFAULT_SILENCE_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 60_000
/** No answer of Microsoft's comes near; without a bound, an endless one would fill the memory. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

function createAgent({ connections, silenceTimeoutMs }: TransportOptions): Agent {
  const silenceMs = silenceTimeoutMs ?? DEFAULT_SILENCE_TIMEOUT_MS
  return new Agent({
    connections: connections ?? DEFAULT_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    maxResponseSize: MAX_ANSWER_BYTES,
    // One HTTP/2 session would carry all tenants' requests: one reset would fail them all together.
    allowH2: false,
  })
}

function fetchThrough(dispatcher: Dispatcher): TransportFetch {
  // Not Node's own fetch: that belongs to another undici, which cannot drive this one's dispatcher.
  return (url, init = {}) =>
    undiciFetch(url, { ...init, body: init.body ?? null, signal: init.signal ?? null, dispatcher })
}

function browserUrlFor(url: URL, endpoint: URL | null): URL {
  return endpoint ? new URL(url.pathname + url.search + url.hash, endpoint) : url
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

function refuseUnlessLoopback(endpoint: URL): void {
  const isBare = endpoint.pathname === '/' && endpoint.search === '' && endpoint.hash === ''
  const hasCredentials = endpoint.username !== '' || endpoint.password !== ''
  if (endpoint.protocol === 'http:' && isBare && !hasCredentials && isLoopback(endpoint)) return
  throw new TypeError(
    'MICROSOFT_ENDPOINT must be a plain http address of this machine, such as http://127.0.0.1:4000',
  )
}

function isLoopback(endpoint: URL): boolean {
  return LOOPBACK.has(endpoint.hostname) || /^127(?:\.\d+){3}$/u.test(endpoint.hostname)
}
