import type { FastifyRequest } from 'fastify'

import type { HttpServer } from './http-server.ts'

/** Logs and measures each request by its route template, because paths contain tokens. */
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
    // Successful probes are frequent and not logged.
    const isProbe = QUIET_ROUTES.has(route) && reply.statusCode < 400
    logger[isProbe ? 'debug' : 'info'](line, 'request')
  })
}

const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics'])

/** Returns the template that matched, or a fixed word; the actual address is never logged. */
export const routeOf = (request: FastifyRequest): string =>
  request.is404 ? '(no route)' : (request.routeOptions.url ?? '(no route)')

/** The path without the query, which may contain secrets. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''
