import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

import fastify from 'fastify'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

import { limitBodyTime } from './body-time.ts'
import { createOpenStreams } from './call-limits.ts'
import { acceptCookies } from './cookies.ts'
import { answerBadUrl, answerErrors } from './errors.ts'
import { addSecurityHeaders } from './headers.ts'
import type { HttpDeps, HttpServer } from './http-server.ts'
import { createOpenCalls } from './open-calls.ts'
import { logRequests } from './request-log.ts'

const HEADERS_WITHIN_MS = 30_000
/** For uploads; all other calls have less (body-time.ts). */
const REQUEST_TIMEOUT_MS = 3_600_000
/** Longer than proxies and clients keep an idle connection, so none is closed during a request. */
const KEEP_ALIVE_MS = 75_000

/** Longer than any address that Node accepts. */
const MAX_PARAM_LENGTH = 65_536

/** Creates the server with all settings that apply to every request; features mount their calls on it. */
export async function createHttpServer(deps: HttpDeps): Promise<HttpServer> {
  const server: HttpServer = {
    fastify: createFastify(deps),
    deps,
    openCalls: createOpenCalls(),
    openStreams: createOpenStreams(),
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
  await acceptCookies(server.fastify)
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
    // Long path parameters reach their call instead of the router's own error.
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
  // Hop 0 is the socket's peer.
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : [...trustProxy]
}

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without a body may still send the content type.
    if (body === '') return done(null, undefined)
    return parse(request, body.toString(), done)
  })
}
