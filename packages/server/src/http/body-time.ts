import { Socket } from 'node:net'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { HttpServer } from './http-server.ts'

const BODY_WITHIN_MS = 30_000

/**
 * Ends a request whose body does not arrive in time. Node has one limit for all requests, sized for
 * uploads; this one applies to every other call.
 */
export function limitBodyTime(
  { fastify, uploading }: Pick<HttpServer, 'fastify' | 'uploading'>,
  withinMs = BODY_WITHIN_MS,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions
    if (hasBody(request) && !uploading.has(`${request.method} ${url}`))
      watch(request, { reply, withinMs })
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function watch(
  { raw }: FastifyRequest,
  { reply, withinMs }: { reply: FastifyReply; withinMs: number },
): void {
  const timer = setTimeout(() => {
    // Injected requests (self-probes) have no socket to close.
    if (raw.complete || !(raw.socket instanceof Socket)) return
    // As Node does; skipped when the reply was already sent.
    if (raw.socket.writable && !reply.sent)
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () =>
        raw.destroy(),
      )
    else raw.destroy()
  }, withinMs).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  raw.once('close', stop)
}
