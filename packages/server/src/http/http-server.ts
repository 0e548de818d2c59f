import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

import fastifyCookie from '@fastify/cookie'
import fastify from 'fastify'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Actor } from '../lib/actor.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import { limitBodyTime } from './body-time.ts'
import type { Caller } from './call.ts'
import { answerBadUrl, answerErrors } from './errors.ts'
import { addSecurityHeaders } from './headers.ts'
import { createOpenCalls } from './open-calls.ts'
import type { OpenCalls } from './open-calls.ts'
import { logRequests } from './request-log.ts'

/** What http/ asks of the features; it knows none of them. */
export interface HttpDeps {
  readonly config: {
    /** Absolute URLs come from here, never from the Host header. */
    readonly publicUrl: URL
    /** Proxies in front: how many, or their networks; null for none. */
    readonly trustProxy: number | readonly string[] | null
    readonly tls: { readonly cert: string; readonly key: string } | null
  }
  readonly logger: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /** Names the web app's build on every reply under /api, so that an old tab notices a new one. */
  readonly webBuild: string
  /** How often silent streams say that they live; absent: often enough for any proxy. */
  readonly heartbeatMs?: number
  resolveActor(
    sessionCookie: string,
    context: { isBackground: boolean; now: Date },
  ): Promise<Actor | null>
  /** Null for a tenant that the actor may not see and for one that does not exist. */
  grantTenant(actor: Actor, tenantId: string): Promise<TenantAccess | null>
  /** Remembers that the actor saw data of the tenant. */
  noteOpening(opening: { actor: Actor; tenantId: string; caller: Caller }): Promise<void>
  /** Calls `onEnd` when the session ends, in whichever process; returns how to stop listening. */
  onSessionEnd(sessionId: string, onEnd: () => void): () => void
}

/** What routes are mounted on. */
export interface HttpServer {
  readonly fastify: FastifyInstance
  readonly deps: HttpDeps
  /** Calls under way, so that a shutdown can end the streams. */
  readonly openCalls: OpenCalls
  /** Which methods each path of a call knows, to answer 405 for the others. */
  readonly methodsByPath: Map<string, Set<string>>
  /** Calls whose refusals say `success: false`, as 'GET /api/…'. */
  readonly sayingSuccess: Set<string>
  /** Calls that take a file, as 'POST /api/…': their requests may take longer to come. */
  readonly uploading: Set<string>
  /** Everything that is mounted, so that a test can see that nothing is beside the contract. */
  readonly routes: { readonly method: string; readonly url: string }[]
}

const HEADERS_WITHIN_MS = 30_000
/** Of an upload; all others have less (body-time.ts). */
const REQUEST_TIMEOUT_MS = 3_600_000
/** Longer than proxies and clients keep an idle connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000

/** Longer than any address that Node takes. */
const MAX_PARAM_LENGTH = 65_536

/** Makes the server with everything that holds for every request; features mount their calls on it. */
export async function createHttpServer(deps: HttpDeps): Promise<HttpServer> {
  const server: HttpServer = {
    fastify: createFastify(deps),
    deps,
    openCalls: createOpenCalls(),
    methodsByPath: new Map(),
    sayingSuccess: new Set(),
    uploading: new Set(),
    routes: [],
  }
  server.fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) server.routes.push({ method: each, url })
  })
  logRequests(server)
  addSecurityHeaders(server)
  acceptOnlyJson(server.fastify)
  limitBodyTime(server)
  answerErrors(server)
  await server.fastify.register(fastifyCookie)
  return server
}

function createFastify(deps: HttpDeps): FastifyInstance {
  const { tls, trustProxy } = deps.config
  const options: FastifyHttpOptions<Server> = {
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    trustProxy: proxiesOf(trustProxy),
    // Whatever stands in a path is answered by the call that has the path, for as long as Node reads it.
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => answerBadUrl(deps, { error, request, reply }),
    serverFactory: (handler) => {
      const limits = {
        headersTimeout: HEADERS_WITHIN_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      }
      return tls
        ? createTlsServer({ ...limits, cert: tls.cert, key: tls.key }, handler)
        : createServer(limits, handler)
    },
  }
  return fastify(options)
}

function proxiesOf(
  trustProxy: HttpDeps['config']['trustProxy'],
): NonNullable<FastifyHttpOptions<Server>['trustProxy']> {
  if (trustProxy === null) return false
  // Hop 0 is the peer of the socket.
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : [...trustProxy]
}

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without a body may still name the content type.
    if (body === '') return done(null, undefined)
    return parse(request, body.toString(), done)
  })
}
