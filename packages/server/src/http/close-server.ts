import type { HttpServer } from './http-server.ts'

const ANSWERS_WITHIN_MS = 5_000
const DOWNLOADS_WITHIN_MS = 15_000
/** The time in which downloads that have not started report that the server stops. */
const ERRORS_WITHIN_MS = 1_000

/**
 * Closes the server. Connections of idle clients get a limited time, so that they do not delay the
 * end: Node stops checking for overdue requests once the server closes. Downloads get more time,
 * and are then broken off.
 */
export async function closeServer({
  fastify,
  openCalls,
}: Pick<HttpServer, 'fastify' | 'openCalls'>): Promise<void> {
  const closeAll = () => fastify.server.closeAllConnections()
  let isAnswerTimeOver = false
  const timers = [
    setTimeout(() => (isAnswerTimeOver = true), ANSWERS_WITHIN_MS),
    setTimeout(() => openCalls.abortDownloads(), DOWNLOADS_WITHIN_MS - ERRORS_WITHIN_MS),
    setTimeout(closeAll, DOWNLOADS_WITHIN_MS),
  ]
  const idle = setInterval(() => {
    if (isAnswerTimeOver && !openCalls.hasDownloads()) closeAll()
    // A stream that just ended leaves its connection open for a next request.
    else fastify.server.closeIdleConnections()
  }, 100)
  await fastify.close().finally(() => {
    for (const timer of timers) clearTimeout(timer)
    clearInterval(idle)
  })
}
