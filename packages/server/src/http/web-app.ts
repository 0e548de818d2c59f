import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendError, unknownRoute } from './errors.ts'
import { isApiPath, pagePolicy, sharedPageHeaders } from './headers.ts'
import type { HttpServer } from './http-server.ts'
import { pathOf } from './request-log.ts'

/** The built web app: its page with two placeholders, and its build number. */
export interface WebApp {
  readonly directory: string
  readonly page: string | null
  /** The page for visitors of share links; it shares nothing with the app's page. */
  readonly sharedPage: string | null
  readonly build: string
}

/** Reads the page once. A missing build shows a message in the browser; the start does not fail. */
export function readWebApp(directory: string): WebApp {
  const page = readPage(directory, 'index.html')
  const sharedPage = readPage(directory, 'shared.html')
  if (page === null) return { directory, page, sharedPage, build: 'none' }
  const build = createHash('sha256').update(page).digest('hex').slice(0, 16)
  return { directory, page, sharedPage, build }
}

function readPage(directory: string, name: string): string | null {
  const file = path.join(directory, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Serves the web app: its built files, and a page for every other address outside /api. */
export async function addWebApp(server: HttpServer, web: WebApp): Promise<void> {
  const { fastify } = server
  if (web.page !== null) await serveFiles(server, web.directory)
  fastify.setNotFoundHandler((request, reply) => {
    if (!isPageRequest(request)) return sendError(reply, unknownRoute(server, request, reply))
    return isSharedPage(request) ? sendSharedPage(reply, web) : sendPage(reply, web)
  })
}

function isPageRequest(request: FastifyRequest): boolean {
  const requested = pathOf(request)
  // A missing file of an older build must not return HTML: a browser would run it as a script.
  const isFile = requested.startsWith('/assets/')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !isFile && !isApiPath(requested)
}

/** A share link that lost its token is still opened by a visitor, for whom the sign-in page is useless. */
function isSharedPage(request: FastifyRequest): boolean {
  const requested = pathOf(request)
  return requested === '/shared' || requested.startsWith('/shared/')
}

async function serveFiles({ fastify }: HttpServer, directory: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    globIgnore: ['*.html', '**/*.br', '**/*.gz', '**/*.map'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header('cache-control', isHashed(directory, file) ? FOREVER : 'no-cache')
    },
  })
}

const FOREVER = 'public, max-age=31536000, immutable'

/** Names under assets/ contain a hash of their content. */
const isHashed = (directory: string, file: string): boolean =>
  path.relative(directory, file).startsWith(`assets${path.sep}`)

function sendPage(reply: FastifyReply, { page, build }: WebApp): FastifyReply {
  if (page === null) return sendNotBuilt(reply)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce) })
    .send(page.replaceAll('__CSP_NONCE__', nonce).replaceAll('__BUILD__', build))
}

/** The same page for every link; only its call shows whether the link is valid. */
function sendSharedPage(reply: FastifyReply, { sharedPage }: WebApp): FastifyReply {
  if (sharedPage === null) return sendNotBuilt(reply)
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .headers(sharedPageHeaders)
    .send(sharedPage)
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      'The web app has not been built yet. Run "npm run build", then start Tenantscope again.\n',
    )
}
