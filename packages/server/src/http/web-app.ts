import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { sendError, unknownRoute } from './errors.ts'
import { isApiPath, pagePolicy } from './headers.ts'
import type { HttpServer } from './http-server.ts'
import { pathOf } from './request-log.ts'

/** The built web app: its page with two placeholders, and which build it is. */
export interface WebApp {
  readonly directory: string
  readonly page: string | null
  readonly build: string
}

/** Reads the page once. A missing build is said in the browser, not by a failing start. */
export function readWebApp(directory: string): WebApp {
  const file = path.join(directory, 'index.html')
  if (!existsSync(file)) return { directory, page: null, build: 'none' }
  const page = readFileSync(file, 'utf8')
  return { directory, page, build: createHash('sha256').update(page).digest('hex').slice(0, 16) }
}

/** Serves the web app: files as they were built, and its page for every other address outside /api. */
export async function addWebApp(server: HttpServer, web: WebApp): Promise<void> {
  const { fastify } = server
  if (web.page !== null) await serveFiles(server, web.directory)
  fastify.setNotFoundHandler((request, reply) =>
    isPageRequest(request)
      ? sendPage(reply, web)
      : sendError(reply, unknownRoute(server, request, reply)),
  )
}

function isPageRequest(request: FastifyRequest): boolean {
  const requested = pathOf(request)
  // A missing file of an older build is no page: a browser that takes HTML for a script shows nothing.
  const isFile = requested.startsWith('/assets/')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !isFile && !isApiPath(requested)
}

async function serveFiles({ fastify }: HttpServer, directory: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/*.map'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header('cache-control', isHashed(directory, file) ? FOREVER : 'no-cache')
    },
  })
}

const FOREVER = 'public, max-age=31536000, immutable'

/** Names under assets/ carry a hash of their content. */
const isHashed = (directory: string, file: string): boolean =>
  path.relative(directory, file).startsWith(`assets${path.sep}`)

function sendPage(reply: FastifyReply, { page, build }: WebApp): FastifyReply {
  if (page === null)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        'The web app has not been built yet. Run "npm run build", then start Tenantscope again.\n',
      )
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce) })
    .send(page.replaceAll('__CSP_NONCE__', nonce).replaceAll('__BUILD__', build))
}
