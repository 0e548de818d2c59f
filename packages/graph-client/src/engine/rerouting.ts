import type { Dispatcher } from 'undici'

import { isReportHost, MICROSOFT_HOSTS } from './clouds.ts'

type Interceptor = Dispatcher.DispatcherComposeInterceptor
type Handler = Dispatcher.DispatchHandler

/**
 * Sends every request for a Microsoft host to the endpoint, with method, path and query unchanged
 * and `Host` still Microsoft's (design.md, MICROSOFT_ENDPOINT). Everything else is refused, except
 * hosts that Microsoft itself redirected to: a usage report's answer points to a storage host.
 */
export function redirectedTo(endpoint: URL): Interceptor {
  const hosts = createKnownHosts()
  return (dispatch) => (options, handler) => {
    const target = new URL(String(options.origin))
    if (!hosts.has(target.host)) throw new ForeignHostRefused(target.host)
    const headers = withHost(options.headers, target.host)
    return dispatch(
      { ...options, origin: endpoint.origin, headers },
      watchingRedirects(handler, (location) => hosts.learn(location, target)),
    )
  }
}

/** Thrown instead of letting a request leave the machine while Microsoft is simulated. */
export class ForeignHostRefused extends Error {
  override readonly name = 'ForeignHostRefused'
  readonly code = 'FOREIGN_HOST_REFUSED'

  constructor(host: string) {
    super(`Only Microsoft's hosts can be reached while Microsoft is simulated: ${host}`)
  }
}

const isMicrosoftHost = (host: string) => MICROSOFT_HOSTS.has(host) || isReportHost(host)

const MAX_LEARNED_HOSTS = 100

function createKnownHosts() {
  const learned = new Set<string>()
  return {
    has: (host: string) => isMicrosoftHost(host) || learned.has(host),
    learn(location: string, from: URL) {
      const target = URL.parse(location, from.href)
      if (!target?.host || isMicrosoftHost(target.host)) return
      const [oldest] = learned
      if (learned.size >= MAX_LEARNED_HOSTS && oldest !== undefined) learned.delete(oldest)
      learned.add(target.host)
    },
  }
}

function watchingRedirects(handler: Handler, onRedirect: (location: string) => void): Handler {
  // The dispatcher looks at which callbacks a handler has, so each is passed on only when it exists.
  const watched: Handler = {}
  for (const name of HANDLER_CALLBACKS) {
    const callback = handler[name]
    if (callback) Object.assign(watched, { [name]: callback.bind(handler) })
  }
  watched.onResponseStart = (...answer) => {
    const [, status, headers] = answer
    const location = headers['location']
    if (status >= 300 && status < 400 && typeof location === 'string') onRedirect(location)
    handler.onResponseStart?.(...answer)
  }
  return watched
}

const HANDLER_CALLBACKS = [
  'onRequestStart',
  'onRequestUpgrade',
  'onResponseData',
  'onResponseEnd',
  'onResponseError',
  'onResponseStarted',
  'onBodySent',
  'onRequestSent',
] as const satisfies (keyof Handler)[]

type Headers = Dispatcher.DispatchOptions['headers']
type HeaderValue = number | string | string[] | undefined

function withHost(headers: Headers, host: string) {
  const kept = headerPairs(headers).filter(([name]) => name.toLowerCase() !== 'host')
  return Object.fromEntries([
    ...kept.map(([name, value]) => [name, value] as const),
    ['host', host],
  ])
}

/** undici takes headers as a record, as pairs, or as one list of name, value, name, value … */
function headerPairs(headers: Headers): [string, HeaderValue][] {
  if (!headers) return []
  if (Array.isArray(headers)) {
    return headers.flatMap((name, index): [string, HeaderValue][] =>
      index % 2 === 0 ? [[name, headers[index + 1]]] : [],
    )
  }
  return isPairs(headers) ? [...headers] : Object.entries(headers)
}

function isPairs(headers: object): headers is Iterable<[string, HeaderValue]> {
  return Symbol.iterator in headers
}
