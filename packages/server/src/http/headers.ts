import type { FastifyReply, FastifyRequest } from 'fastify'

import type { HttpDeps, HttpServer } from './http-server.ts'
import { pathOf } from './request-log.ts'

/** Sets the headers of every reply; web-app.ts adds those of the web app's page. */
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
    void reply.header(
      'strict-transport-security',
      config.hstsIncludesSubdomains ? `${HSTS}; includeSubDomains` : HSTS,
    )
  if (isApiPath(pathOf(request)))
    void reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-tenantscope-build': webBuild,
    })
}

/** True for API addresses, false for the web app. */
export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

const HSTS = 'max-age=31536000'

/** Replies other than pages may load nothing and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HEADERS = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Microsoft's consent page opens in a popup, and its reply must reach the window that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
}

/**
 * For pages and redirects that a popup returns to from Microsoft. Any opener policy that differs
 * from the pages in between would disconnect the popup from the window that opened it.
 */
export const popupReturnHeaders = { 'cross-origin-opener-policy': 'unsafe-none' }

/** For a page that a popup returns to. It loads no resources. */
export const standalonePageHeaders = (nonce: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ...popupReturnHeaders,
})

/** Returns the policy of the web app's page: own scripts only, styles from this server or with this nonce. */
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

/** For the page of a shared report: not indexed, not cached, loads its own files only. */
export const sharedPageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Logos are data: URLs.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
