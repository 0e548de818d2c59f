import type { Transport } from '@tenantscope/graph-client/transport'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/seal.ts'
import type { KeyRing } from '../lib/secret-key.ts'

/** A piece of the product that a process starts and stops. Processes run the steps in list order, and `close` in reverse. */
export interface Part {
  /** Adds its calls to the server. */
  mount?(server: HttpServer): void
  /** Sets up what the first request requires. */
  prepare?(): Promise<void>
  /** Starts background work; called after the port is bound. */
  work?(): Promise<void>
  /** Removes expired rows; called every hour. */
  sweep?(): Promise<void>
  /** Refuses new work; requests in progress still finish. */
  drain?(): void
  /** Releases what it holds, while the database is still open. */
  close?(): Promise<void>
}

/** Closes the last part first: a part may use those before it. */
export async function closeParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts.toReversed()) await part.close?.()
}

/** The resources that a process opens before every part and closes after them. */
export interface Foundation {
  readonly config: Config
  readonly logger: Logger
  readonly database: DatabaseHandle
  readonly db: DatabaseHandle['db']
  readonly transport: Transport
  readonly jobs: JobRunner
  readonly keyRing: KeyRing
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: (bytes: number) => Buffer
  readonly metrics: Metrics
}
