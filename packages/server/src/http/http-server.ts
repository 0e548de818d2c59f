import type { CallBudget } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { Actor } from '../lib/actor.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import type { OpenStreams } from './call-limits.ts'
import type { Caller } from './call.ts'
import type { OpenCalls } from './open-calls.ts'

/** The dependencies that http/ requires of the features. */
export interface HttpDeps {
  /** `publicUrl` is the base of absolute URLs; the Host header is never used. */
  readonly config: Pick<Config, 'publicUrl' | 'hstsIncludesSubdomains' | 'trustProxy' | 'tls'>
  readonly logger: Logger
  readonly clock: Clock
  readonly metrics: Metrics
  /**
   * The web app's build, sent with every reply under /api, so that an old tab detects a new build.
   */
  readonly webBuild: string
  /** Interval of stream heartbeats; the default suits common proxies. */
  readonly heartbeatMs?: number
  resolveActor(
    sessionCookie: string,
    context: { isBackground: boolean; now: Date },
  ): Promise<Actor | null>
  /** Null for a tenant that the actor may not see and for one that does not exist. */
  grantTenant(actor: Actor, tenantId: string): Promise<TenantAccess | null>
  /** Takes one call of a budget of the user; returns the seconds to wait, or null. */
  takeBudget(userId: UserId, budget: CallBudget, now: Date): Promise<number | null>
  /** Records that the actor viewed data of the tenant. */
  noteOpening(opening: { actor: Actor; tenantId: string; caller: Caller }): Promise<void>
  /**
   * Calls `onEnd` when the session ends, in any process; returns the function that unsubscribes.
   */
  onSessionEnd(sessionId: string, onEnd: () => void): () => void
}

/** The server that routes are mounted on. */
export interface HttpServer {
  readonly fastify: FastifyInstance
  readonly deps: HttpDeps
  /** Running calls, so that a shutdown can end the streams. */
  readonly openCalls: OpenCalls
  /** Open event streams by session. */
  readonly openStreams: OpenStreams
  /** The methods of each path, to return 405 for the others. */
  readonly methodsByPath: Map<string, Set<string>>
  /** Calls whose errors contain `success: false`, as 'GET /api/…'. */
  readonly sayingSuccess: Set<string>
  /** Calls that accept a file, as 'POST /api/…': their requests may take longer. */
  readonly uploading: Set<string>
  /** Every mounted route, so that a test can find routes outside the contract. */
  readonly routes: { readonly method: string; readonly url: string }[]
}
