import type { z } from 'zod'

import { runBatch } from './batch.ts'
import type { BatchOptions, BatchRequest } from './batch.ts'
import { sleepFor } from './clock.ts'
import type { Clock, Random, Sleep } from './clock.ts'
import { CLOUDS } from './clouds.ts'
import type { Cloud, CloudFeature } from './clouds.ts'
import { countFrom } from './counting.ts'
import { deltaFrom } from './delta.ts'
import type { DeltaPage, RowSchema } from './delta.ts'
import type { GraphFailure } from './failures.ts'
import type { Limiter } from './limiter.ts'
import type { OnMalformedRow } from './malformed-rows.ts'
import { createPageSizes } from './page-sizes.ts'
import { pageFrom, pagesFrom } from './paging.ts'
import { parsedAnswer } from './parsing.ts'
import { reportFrom } from './report.ts'
import type { OnRequest } from './request-log.ts'
import { createSender } from './sending.ts'
import type { Tokens } from './tokens.ts'
import type { Transport } from './transport.ts'
import type { Priority, ReadOptions } from './wire.ts'

/** Microsoft Graph for many tenants. */
export type Graph = { forTenant(tenantId: string, options?: TenantOptions): TenantGraph }

export type TenantOptions = {
  /** Cancels all requests; calls then reject with the signal's reason. */
  signal?: AbortSignal
  /** For all calls together, counted from forTenant. */
  deadlineMs?: number
  /** What Microsoft lets through first when a limit is near. */
  priority?: Priority
  /** Receives rows that cannot be read, which are then left out. Absent: such a row is a failure. */
  onMalformedRow?: OnMalformedRow | undefined
}

/** One tenant's Graph, read-only. Paths are without version: `/users?$top=999`. */
export type TenantGraph = {
  readonly tenantId: string
  /**
   * Names of Graph's application permissions by their ids, as far as they have been read: they are
   * the same in every directory of a cloud, and too many to be read for each.
   */
  readonly permissionNames: Map<string, string | null>
  /** True when this cloud lacks the feature; reading it would be refused. */
  lacks(feature: CloudFeature): boolean
  get<S extends z.ZodType>(schema: S, path: string, options?: ReadOptions): Promise<z.output<S>>
  /** One page of a collection, and the path of the next. */
  page<S extends z.ZodType>(
    schema: S,
    path: string,
    options?: ReadOptions,
  ): Promise<{ rows: z.output<S>[]; nextPath: string | null }>
  /** A collection, a page at a time, so that a caller may store page by page. */
  pages<S extends z.ZodType>(
    schema: S,
    path: string,
    options?: ReadOptions,
  ): AsyncGenerator<z.output<S>[], void, undefined>
  /** A collection, an item at a time. */
  pagesOf<S extends z.ZodType>(
    schema: S,
    path: string,
    options?: ReadOptions,
  ): AsyncGenerator<z.output<S>, void, undefined>
  /** All items of a small collection. */
  all<S extends z.ZodType>(schema: S, path: string, options?: ReadOptions): Promise<z.output<S>[]>
  /** Many small reads in few requests; a read that fails is its own GraphFailure and no other's. */
  batch<T>(
    requests: readonly BatchRequest<T>[],
    options?: BatchOptions,
  ): Promise<Map<string, T | GraphFailure>>
  /**
   * How many there are, by Graph's index, which may be minutes behind the directory:
   * `/users/$count?$filter=…`.
   */
  count(path: string, options?: ReadOptions): Promise<number>
  /**
   * What changed since the token in `path`; returns the path for the next round. A token that is no
   * longer good fails with `isDeltaExpired`.
   */
  delta<T extends { id: string }>(
    schema: RowSchema<T>,
    path: string,
    options?: ReadOptions,
  ): AsyncGenerator<DeltaPage<T>, string, undefined>
  /** The text of a usage report, in pieces of any length. */
  report(path: string, options?: ReadOptions): AsyncGenerator<string, void, undefined>
}

export type GraphOptions = {
  transport: Transport
  tokens: Tokens
  cloud: Cloud
  limiter: Limiter
  clock: Clock
  random?: Random
  sleep?: Sleep
  userAgent?: string
  onRequest?: OnRequest
}

const DEFAULT_DEADLINE_MS = 10 * 60_000

/** Composes the parts of reading Graph. */
export function createGraph(options: GraphOptions): Graph {
  const userAgent = options.userAgent ?? 'Tenantscope'
  const deps = {
    ...options,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleepFor,
    userAgent,
    pageSizes: createPageSizes(),
  }
  const lacked: readonly CloudFeature[] = CLOUDS[options.cloud].lacks
  const permissionNames = new Map<string, string | null>()
  return {
    forTenant(tenantId, options = {}) {
      const { signal, deadlineMs = DEFAULT_DEADLINE_MS, priority = 'normal' } = options
      const sender = createSender(deps, {
        tenantId,
        priority,
        callerSignal: signal,
        deadlineSignal: AbortSignal.timeout(deadlineMs),
        deadlineAt: new Date(deps.clock.now().getTime() + deadlineMs),
        onMalformedRow: options.onMalformedRow ?? null,
      })
      const pages: TenantGraph['pages'] = (schema, path, read) =>
        pagesFrom(sender, { schema, path, ...read })
      return {
        tenantId,
        permissionNames,
        lacks: (feature) => lacked.includes(feature),
        get: async (schema, path, read) =>
          parsedAnswer(schema, await sender.send({ path, ...read })),
        page: (schema, path, read) => pageFrom(sender, { schema, path, ...read }),
        pages,
        async *pagesOf(schema, path, read) {
          for await (const page of pages(schema, path, read)) yield* page
        },
        async all(schema, path, read) {
          const items = []
          for await (const page of pages(schema, path, read)) items.push(...page)
          return items
        },
        batch: (requests, read = {}) => runBatch(sender, requests, read),
        count: (path, read = {}) => countFrom(sender, { path, ...read }),
        delta: (schema, path, read) => deltaFrom(sender, { schema, path, ...read }),
        report: (path, read) =>
          reportFrom(sender, {
            path,
            dispatcher: deps.transport.dispatcher,
            userAgent,
            ...read,
          }),
      }
    },
  }
}
