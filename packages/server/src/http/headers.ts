import type { FastifyReply, FastifyRequest } from 'fastify'

import type { HttpDeps, HttpServer } from './http-server.ts'
import { pathOf } from './request-log.ts'

/** The headers that every reply carries; what the web app's page adds stands in web-app.ts. */
export function addSecurityHeaders({ fastify, deps }: HttpServer): void {
  fastify.addHook('onRequest', async (request, reply) => setSecurityHeaders(deps, request, reply))
}

export function setSecurityHeaders(
  { config, webBuild }: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.headers(HEADERS)
  if (config.publicUrl.protocol === 'https:')
    void reply.header('strict-transport-security', 'max-age=31536000')
  if (isApiPath(pathOf(request)))
    void reply.headers({ 'cache-control': 'no-store', 'x-tenantscope-build': webBuild })
}

/** Whether an address belongs to the calls and not to the web app. */
export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** A reply that is no page may load nothing and stand in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HEADERS = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
}

/** The policy of the web app's page: its own scripts only, styles of its own or with this nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
