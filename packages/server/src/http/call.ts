import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { UserId } from '@tenantscope/contract/ids'
import type { z } from 'zod'

import type { Actor } from '../lib/actor.ts'
import type { TenantAccess } from '../lib/tenant-access.ts'
import type { FormPart } from './form.ts'

/** What a handler receives: parsed parts, the actor, and the grant when the call concerns one tenant. */
export interface Call<E extends AnyEndpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly actor: E['access'] extends 'public' ? Actor | null : Actor
  readonly tenant: E['tenantScoped'] extends true ? TenantAccess : null
  readonly caller: Caller
  /** The user and the source, as the audit trails record them. */
  readonly by: E['access'] extends 'public' ? CallBy | null : CallBy
  readonly cookies: Cookies
  /** The parts of the form; empty for calls without a form. */
  readonly form: AsyncIterable<FormPart>
  /** Aborted when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal
  /** True for browser prefetch requests. */
  readonly isPrefetch: boolean
  /** Throws unless the sign-in is fresh; for acts that SENSITIVE_ACTS leaves to the handler. */
  readonly requireFreshSignIn: () => void
}

/** Facts of the request that the audit trails record. */
export interface Caller {
  readonly ipAddress: string
  readonly userAgent: string | null
  readonly requestId: string
}

export interface CallBy {
  readonly actor: { readonly name: string; readonly userId: UserId }
  readonly source: Caller
}

/** Named cookies with the attributes that decisions.md fixes; `null` clears. */
export interface Cookies {
  readonly session: string | null
  setSession(value: string | null): void
  readonly signInFlow: string | null
  setSignInFlow(value: string | null): void
  /** What Microsoft said when it refused a sign-in or a consent. */
  readonly microsoftRefusal: string | null
  setMicrosoftRefusal(value: string | null): void
  /** The pass of a visitor who opened a shared report; sent to that report's addresses only. */
  readonly visitorPass: string | null
  setVisitorPass(value: string, path: `/api/${string}`): void
}

/** A file download, in chunks. A failure before the first chunk still returns an error status. */
export interface FileResult {
  readonly fileName: string
  readonly mediaType: string
  readonly content: AsyncIterable<Uint8Array>
}

/** An HTML page, or the address that the browser is redirected to. */
export type PageResult =
  | { readonly location: string }
  | {
      readonly html: string
      /** The nonce for the page's own script and style. */
      readonly nonce: string
    }

/**
 * A JSON call returns its reply, a redirect its address, a stream its events, a file its chunks.
 */
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
