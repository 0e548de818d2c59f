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
    void reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-tenantscope-build': webBuild,
    })
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
  // A consent page of Microsoft opens in a popup, whose answer has to find the window that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
}

/**
 * For whatever a popup comes back to from Microsoft, a redirect included: any other opener policy than
 * that of the pages in between would cut it off from the window that opened it.
 */
export const popupReturnHeaders = { 'cross-origin-opener-policy': 'unsafe-none' }

/** For a page that a popup comes back to. It loads nothing from anywhere. */
export const standalonePageHeaders = (nonce: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ...popupReturnHeaders,
})

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

/** For the page of a shared report: it is found by nobody, kept nowhere and loads its own files only. */
export const sharedPageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // A logo comes as a data: address within the answer.
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
