import type { IncomingHttpHeaders } from 'node:http'

import type { Cloud, CloudName } from '../../clouds.ts'
import type { AnswerFaultName } from '../../faults.ts'
import type { GraphService } from '../../limits.ts'
import type { Tenant, World } from '../../world/types.ts'
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
  /** The fault 'short-pages' does. */
  readonly isShortPage: boolean
  /** Binds a page's token to its collection. */
  readonly pageSecret: string
  /** The request's body as text; GET has none. */
  readonly body: string
  /** Whether a fault of this name hits this answer; counts as one answer of it. */
  readonly isHitBy: (fault: AnswerFaultName) => boolean
}

/** What a path answers; a string body is plain text. */
export interface GraphAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface GraphRoute {
  /** Braces match any text: /users/{id}, /servicePrincipals(appId='{id}') */
  readonly path: string
  readonly service: GraphService
  /** Any one of these application permissions suffices. */
  readonly permissions: readonly string[]
  /** How it refuses without a permission; absent: as the others of its service do. */
  readonly denied?: { readonly code: string; readonly message: string }
  /** The path is refused without Entra ID P1 or P2. */
  readonly needsPremium?: boolean
  /** Clouds that do not have the path. */
  readonly missingIn?: readonly CloudName[]
  /** Resource units, before $select and a small $top make it cheaper. */
  readonly units: number
  /** Query options that the path knows; another one is refused. */
  readonly options: readonly string[]
  /** The id is the text that matched the braces. */
  readonly answer: (call: GraphCall, id: string) => GraphAnswer
}

export function ok(body: unknown): GraphAnswer {
  return { status: 200, headers: {}, body }
}
