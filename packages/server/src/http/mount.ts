import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

import { admit, freshSignInCheck, grantNamed, preparationOf, requireFreshFor } from './admission.ts'
import type { Admission } from './admission.ts'
import { byOf } from './by-of.ts'
import { takeBudget } from './call-limits.ts'
import type { Call, Caller, FileResult, Handler, PageResult } from './call.ts'
import { cookiesOf, readSessionCookie } from './cookies.ts'
import { internalError } from './errors.ts'
import { openEventStream } from './event-stream.ts'
import { sendFile } from './file-answer.ts'
import { acceptForms, formPartsOf } from './form.ts'
import type { FormPart } from './form.ts'
import { popupReturnHeaders, standalonePageHeaders } from './headers.ts'
import type { HttpServer } from './http-server.ts'
import { jsonBody } from './json-body.ts'
import { parseRequest } from './parsing.ts'

/** Mounts a call of the contract: admission, then parsing, then the handler, then the reply's schema. */
export function mount<E extends AnyEndpoint>(
  server: HttpServer,
  endpoint: E,
  handler: Handler<E>,
): void {
  const admissions = new WeakMap<FastifyRequest, Admission>()
  remember(server, endpoint)
  addRoute(server, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.maxBodyBytes,
    // Before the body is read, so that refused clients cannot send one.
    onRequest: async (request) => {
      admissions.set(request, await admit(server, endpoint, request))
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request)
      if (!admission) throw new Error(`${endpoint.name} was reached without admission`)
      const open = server.openCalls.open({ isDownload: endpoint.kind === 'file' })
      reply.raw.once('close', () => server.openCalls.close(open))
      // The client disconnected during admission; 'close' does not fire again.
      if (reply.raw.destroyed) server.openCalls.close(open)
      const parts = parseRequest(endpoint, request)
      const caller = callerOf(request)
      const { clock } = server.deps
      requireFreshFor(endpoint, { ...parts, actor: admission.actor }, clock.now())
      const call = {
        ...parts,
        by: admission.actor && byOf(admission.actor, caller),
        ...(await grantNamed(server, endpoint, { ...admission, body: parts.body })),
        caller,
        cookies: cookiesOf(request, reply, server.deps.config.publicUrl),
        form: endpoint.accepts === 'multipart' ? formPartsOf(request) : NO_FORM,
        signal: open.signal,
        isPrefetch: isPrefetch(request),
        requireFreshSignIn: freshSignInCheck(endpoint, admission.actor, clock),
      }
      await takeBudget(server.deps, endpoint, call.actor)
      // The parts were parsed by this endpoint's schemas and the admission checked its access; the
      // compiler cannot see that through the generic.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only cast of this file, see above
      const result: unknown = await handler(call as Call<E>)
      if (endpoint.opensTenant) await noteOpening(server, call)
      return answer(server, { endpoint, request, reply, admission, result, open })
    },
  })
}

const NO_FORM: AsyncIterable<FormPart> = {
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.resolve({ done: true, value: undefined }),
  }),
}

/** Calls with forms are mounted in a scope that parses forms; others are not. */
function addRoute({ fastify, uploading }: HttpServer, endpoint: AnyEndpoint, route: RouteOptions) {
  if (endpoint.accepts === 'json') {
    fastify.route(route)
    return
  }
  uploading.add(`${endpoint.method} ${endpoint.path}`)
  fastify.register(async (scope) => {
    await acceptForms(scope, endpoint)
    scope.route(route)
  })
}

async function noteOpening(
  { deps }: HttpServer,
  { actor, tenant, caller }: Admission & { caller: Caller },
): Promise<void> {
  if (actor && tenant) await deps.noteOpening({ actor, tenantId: tenant.tenantId, caller })
}

function remember({ methodsByPath, sayingSuccess }: HttpServer, endpoint: AnyEndpoint): void {
  if (endpoint.saysSuccess) sayingSuccess.add(`${endpoint.method} ${endpoint.path}`)
  const methods = methodsByPath.get(endpoint.path) ?? new Set()
  methodsByPath.set(endpoint.path, methods.add(endpoint.method))
}

/** True for browser prefetches; older browsers use other headers. */
const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/iu.test(String(headers[name] ?? '')),
  )

const USER_AGENT_KEPT = 500

const callerOf = (request: FastifyRequest): Caller => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_KEPT) ?? null,
  requestId: request.id,
})

interface Answer {
  endpoint: AnyEndpoint
  request: FastifyRequest
  reply: FastifyReply
  admission: Admission
  result: unknown
  open: AbortController
}

function answer(server: HttpServer, given: Answer): FastifyReply | Promise<FastifyReply> {
  const { kind } = given.endpoint
  if (kind === 'redirect') return answerRedirect(given)
  if (kind === 'page') return answerPage(given)
  if (kind === 'file') return answerFile(given)
  return kind === 'stream' ? answerStream(server, given) : answerJson(server, given)
}

function answerJson({ deps }: HttpServer, { endpoint, request, reply, result }: Answer) {
  const parsed = endpoint.reply.safeParse(result)
  if (!parsed.success) {
    deps.logger.error(
      { requestId: request.id, call: endpoint.name, issues: placesOf(parsed.error) },
      'reply does not match its contract; not sent',
    )
    throw internalError()
  }
  return reply
    .code(endpoint.status)
    .type('application/json; charset=utf-8')
    .send(jsonBody(parsed.data))
}

/** Returns the paths where a reply does not match, without values: those are personal data. */
const placesOf = (error: { issues: readonly { path: PropertyKey[]; code?: string }[] }) =>
  error.issues.slice(0, 10).map(({ path, code }) => `${path.map(String).join('.')}: ${code ?? ''}`)

function answerRedirect({ endpoint, reply, result }: Answer) {
  const location =
    typeof result === 'object' && result !== null && 'location' in result ? result.location : null
  if (typeof location !== 'string') throw new Error(`${endpoint.name} returned no location`)
  return reply.redirect(location, endpoint.status)
}

function answerPage({ reply, result }: Answer): FastifyReply {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- HandlerResult makes every page's handler return one
  const page = result as PageResult
  if ('location' in page) return reply.headers(popupReturnHeaders).redirect(page.location, 302)
  return reply
    .code(200)
    .headers(standalonePageHeaders(page.nonce))
    .type('text/html; charset=utf-8')
    .send(page.html)
}

function answerFile({ reply, result, endpoint, open }: Answer): Promise<FastifyReply> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- HandlerResult makes every file's handler return one
  const file = result as FileResult
  return sendFile(reply, { file, status: endpoint.status, signal: open.signal })
}

function answerStream(server: HttpServer, given: Answer): FastifyReply {
  const { endpoint, request, reply, admission, result, open } = given
  const { deps } = server
  const { actor } = admission
  // A client that left during admission: 'close' and 'abort' have fired already.
  if (actor && !open.signal.aborted) {
    reply.raw.once('close', server.openStreams.open(actor.sessionId))
    const stop = deps.onSessionEnd(actor.sessionId, () => open.abort())
    open.signal.addEventListener('abort', stop, { once: true })
  }
  const cookie = readSessionCookie(request, deps.config.publicUrl)
  return openEventStream(reply, {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- HandlerResult makes every stream's handler return events
    events: result as AsyncIterable<unknown>,
    schema: endpoint.reply,
    signal: open.signal,
    ...(deps.heartbeatMs === undefined ? {} : { heartbeatMs: deps.heartbeatMs }),
    // Also keeps alive a session that another tab closed: this stream shows that a tab is open.
    isStillOpen: async () => {
      if (actor === null) return true
      const moment = { isBackground: true, now: deps.clock.now() }
      const found = cookie === null ? null : await deps.resolveActor(cookie, moment)
      return found !== null && preparationOf(found, endpoint) === null
    },
    onFailure: (error) =>
      deps.logger.error(
        { err: error, requestId: request.id, call: endpoint.name },
        'event stream failed',
      ),
  })
}
