import { Client, escapeIdentifier, type ClientConfig } from 'pg'
import type { Logger } from 'pino'

import type { Listener, Subscription } from './handle.ts'

const firstRetryMs = 1_000
const slowestRetryMs = 30_000

/** Uses its own connection for LISTEN and reconnects when it is lost. */
export async function createPostgresListener(options: {
  config: ClientConfig
  logger: Logger
  listener: Listener
}): Promise<Subscription> {
  const { config, logger, listener } = options
  let closed = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  let failures = 0

  const connect = async (): Promise<void> => {
    const next = new Client(config)
    next.on('notification', ({ payload }) => listener.onPayload(payload ?? ''))
    next.on('error', (error) =>
      logger.warn({ err: error }, 'database notification connection lost'),
    )
    try {
      await next.connect()
      await next.query(`listen ${escapeIdentifier(listener.channel)}`)
    } catch (error) {
      await next.end()
      throw error
    }
    if (closed) return next.end()
    client = next
    failures = 0
    next.once('end', () => {
      if (client !== next) return
      client = null
      scheduleRetry()
    })
    listener.onConnected()
  }

  const scheduleRetry = (): void => {
    if (closed) return
    retry = setTimeout(
      () => {
        connect().catch((error: unknown) => {
          failures += 1
          logger.warn(
            { err: error },
            'reconnecting the database notification connection failed; retrying',
          )
          scheduleRetry()
        })
      },
      Math.min(slowestRetryMs, firstRetryMs * 2 ** failures),
    )
  }

  await connect()
  return {
    async close() {
      closed = true
      if (retry !== null) clearTimeout(retry)
      const current = client
      client = null
      await current?.end()
    },
  }
}
