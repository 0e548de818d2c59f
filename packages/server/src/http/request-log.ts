import type { FastifyRequest } from 'fastify'

import type { HttpServer } from './http-server.ts'

/** One line per request and one observation, both named by the route template: tokens stand in paths. */
export function logRequests({ fastify, deps: { logger, metrics } }: HttpServer): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  fastify.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    metrics.httpRequestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    }
    // Probes come every few seconds and say nothing while they succeed.
    const isProbe = QUIET_ROUTES.has(route) && reply.statusCode < 400
    logger[isProbe ? 'debug' : 'info'](line, 'request')
  })
}

const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics'])

/** The template that matched, or a fixed word: the raw address is never written down. */
export const routeOf = (request: FastifyRequest): string =>
  request.is404 ? '(no route)' : (request.routeOptions.url ?? '(no route)')

/** The path alone: the query may hold what nobody else should read. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''
