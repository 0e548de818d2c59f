import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { within } from '../lib/waiting.ts'
import type { HttpServer } from './http-server.ts'

/** Checks that the process can serve requests; each throws when it fails. */
export interface Readiness {
  readonly checks: Readonly<Record<string, () => Promise<void>>>
  isDraining(): boolean
}

/** Adds /livez and /readyz for probes, and /metrics for monitoring. */
export function addOperations(
  server: HttpServer,
  { readiness, metricsToken }: { readiness: Readiness; metricsToken: string | null },
): void {
  const { fastify, deps } = server
  let underWay: ReturnType<typeof checkAll> | null = null
  // Access is anonymous and unlimited: one database check runs at a time for all callers.
  const check = () =>
    (underWay ??= checkAll(server, readiness).finally(() => {
      underWay = null
    }))
  fastify.get('/livez', (_, reply) => sendText(reply, 200, 'alive'))
  fastify.get('/readyz', async (_, reply) => {
    if (readiness.isDraining()) return sendText(reply, 503, 'draining')
    const results = await check()
    const isReady = results.every(({ isWell }) => isWell)
    const lines = results.map(({ name, isWell }) => `${name}: ${isWell ? 'ok' : 'failed'}`)
    return sendText(reply, isReady ? 200 : 503, lines.join('\n'))
  })
  fastify.get('/metrics', async (request, reply) => {
    const refusal = refusalOfMetrics(request, metricsToken)
    if (refusal !== null)
      return sendText(reply, refusal, refusal === 401 ? 'token needed' : 'not found')
    const { registry } = deps.metrics
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

function checkAll(server: HttpServer, { checks }: Readiness) {
  return Promise.all(Object.entries(checks).map(([name, check]) => outcomeOf(server, name, check)))
}

async function outcomeOf({ deps }: HttpServer, name: string, check: () => Promise<void>) {
  try {
    await within(READY_WITHIN_MS, check(), LATE)
    return { name, isWell: true }
  } catch (error) {
    deps.logger.warn({ err: error, check: name }, 'readiness check failed')
    return { name, isWell: false }
  }
}

const READY_WITHIN_MS = 2_000
const LATE = new Error(`no response within ${READY_WITHIN_MS} ms`)

function refusalOfMetrics(request: FastifyRequest, metricsToken: string | null): 401 | 404 | null {
  if (isLocalPeer(request)) return null
  if (metricsToken === null) return 404
  const { authorization } = request.headers
  const bearer = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
  return isSame(bearer, metricsToken) ? null : 401
}

/** Headers that proxies add; a proxy on this machine is a loopback peer too. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-real-ip'] as const

function isLocalPeer({ socket, headers }: FastifyRequest): boolean {
  const isForwarded =
    FORWARDING_HEADERS.some((name) => headers[name] !== undefined) ||
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
  const peer = socket.remoteAddress?.replace(/^::ffff:/u, '') ?? ''
  return !isForwarded && (peer === '::1' || peer.startsWith('127.'))
}

/** Compares hashes, so that the duration reveals neither content nor length. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`)
