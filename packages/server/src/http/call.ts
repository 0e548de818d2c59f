import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { z } from 'zod'

import type { Actor } from '../lib/actor.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import type { FormPart } from './form.ts'

/** What a handler receives: parsed parts, who calls, and the grant when the call is about one tenant. */
export interface Call<E extends AnyEndpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly actor: E['access'] extends 'public' ? Actor | null : Actor
  readonly tenant: E['tenantScoped'] extends true ? TenantAccess : null
  readonly caller: Caller
  readonly cookies: Cookies
  /** Of a call that takes a form; for others it is empty. */
  readonly form: AsyncIterable<FormPart>
  /** Aborted when the client goes away or the server shuts down. */
  readonly signal: AbortSignal
  /** Nobody looks at the answer yet, and perhaps nobody ever will. */
  readonly isPrefetch: boolean
}

/** Facts of the request that audits record. */
export interface Caller {
  readonly ipAddress: string
  readonly userAgent: string | null
  readonly requestId: string
}

/** Named cookies with the attributes that decisions.md fixes; `null` clears. */
export interface Cookies {
  readonly session: string | null
  setSession(value: string | null): void
  readonly signInFlow: string | null
  setSignInFlow(value: string | null): void
  /** Of somebody who opened a shared report; sent to that report's addresses only. */
  readonly visitorPass: string | null
  setVisitorPass(value: string, path: `/api/${string}`): void
}

/** A file to be saved, in pieces; a failure before the first piece still answers as a refusal. */
export interface FileResult {
  readonly fileName: string
  readonly mediaType: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A page of its own, or where the browser goes for it. */
export type PageResult =
  | { readonly location: string }
  | {
      readonly html: string
      /** Of the page's own script and style. */
      readonly nonce: string
    }

/** A JSON call returns its reply, a redirect where to go, a stream its events, a file its pieces. */
type HandlerResult<E extends AnyEndpoint> = E['kind'] extends 'redirect'
  ? { location: string }
  : E['kind'] extends 'page'
    ? PageResult
    : E['kind'] extends 'file'
      ? FileResult
      : E['kind'] extends 'stream'
        ? AsyncIterable<z.input<E['reply']>>
        : z.input<E['reply']>

export type Handler<E extends AnyEndpoint> = (
  call: Call<E>,
) => HandlerResult<E> | Promise<HandlerResult<E>>
