import type { IncomingHttpHeaders } from 'node:http'

import type { Cloud } from '../clouds.ts'
import type { GraphService } from '../limits.ts'
import type { Tenant, World } from '../world/types.ts'
import type { Caller } from './access-token.ts'

/** One request to Graph, alone or inside a batch, after its token was accepted. */
export interface GraphCall {
  readonly world: World
  readonly cloud: Cloud
  readonly tenant: Tenant
  readonly caller: Caller
  readonly method: string
  /** Without the version: /users */
  readonly path: string
  readonly search: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly now: number
  /** The fault 'empty-page' hits this answer. */
  readonly isEmptyPage: boolean
  /** Binds a page's token to its collection. */
  readonly pageSecret: string
}

/** What a path answers; a string body is plain text. */
export interface GraphAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface GraphRoute {
  readonly method: string
  /** Segments in braces match anything. */
  readonly path: string
  readonly service: GraphService
  /** Any one of these application permissions suffices. */
  readonly permissions: readonly string[]
  /** Resource units, before $select and a small $top make it cheaper. */
  readonly units: number
  /** Query options that the path knows; another one is refused. */
  readonly options: readonly string[]
  /** id is what stood for the segment in braces. */
  readonly answer: (call: GraphCall, id: string) => GraphAnswer
}

export function ok(body: unknown): GraphAnswer {
  return { status: 200, headers: {}, body }
}
