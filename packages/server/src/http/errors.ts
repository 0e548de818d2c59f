import type { ErrorBody } from '@tenantscope/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { DatabaseUnavailable, EmbeddedDatabaseStopped } from '../db/errors.ts'
import { AppError } from '../lib/app-error.ts'
import { setSecurityHeaders } from './headers.ts'
import type { HttpDeps, HttpServer } from './http-server.ts'
import { pathOf, routeOf } from './request-log.ts'

/** Every refusal leaves as one shape (decisions.md, Errors); what nobody foresaw becomes INTERNAL. */
export function answerErrors({ fastify, deps, sayingSuccess }: HttpServer): void {
  fastify.setErrorHandler((error, request, reply) =>
    sendError(reply, toAppError(deps, { error, request }), {
      saysSuccess: sayingSuccess.has(`${request.method} ${routeOf(request)}`),
    }),
  )
}

/** For addresses that cannot be decoded; no route and no hook has seen them. */
export function answerBadUrl(
  deps: HttpDeps,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): void {
  void reply.header('x-request-id', request.id)
  setSecurityHeaders(deps, request, reply)
  sendError(reply, toAppError(deps, { error, request }))
}

/** Sends a refusal. */
export function sendError(
  reply: FastifyReply,
  error: AppError,
  { saysSuccess }: { saysSuccess: boolean } = { saysSuccess: false },
): FastifyReply {
  const body: ErrorBody = {
    ...(saysSuccess ? { success: false } : {}),
    error: error.message,
    message: error.message,
    code: error.code,
    requestId: reply.request.id,
    ...(error.fields ? { fields: [...error.fields] } : {}),
    ...(error.changed ? { changed: error.changed } : {}),
  }
  if (error.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(error.retryAfterSeconds))
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

function toAppError(
  { logger }: Pick<HttpDeps, 'logger'>,
  { error, request }: { error: unknown; request: FastifyRequest },
): AppError {
  if (error instanceof AppError) return error
  const known = knownFailure(error)
  if (known) return known
  logger.error(
    { err: error, requestId: request.id, route: routeOf(request) },
    'a request failed for a reason that nobody foresaw',
  )
  if (error instanceof DatabaseUnavailable || error instanceof EmbeddedDatabaseStopped)
    return new AppError('UNAVAILABLE', 'The database cannot be reached. Please try again later.')
  return internalError()
}

/** The one answer that says nothing of the inside. */
export const internalError = (): AppError =>
  new AppError('INTERNAL', 'Something went wrong on the server. Please try again.')

const FRAMEWORK_FAILURES: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'The request is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'The request body must be application/json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('BAD_REQUEST', 'The length of the request is not the announced one'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => malformedJson(),
  FST_ERR_BAD_URL: () => new AppError('BAD_REQUEST', 'The address cannot be read'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('NOT_FOUND', 'Not found'),
}

const malformedJson = (): AppError =>
  new AppError('BAD_REQUEST', 'The request body is not valid JSON')

function knownFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, statusCode }: Partial<FastifyError> = error
  const framework = code === undefined ? undefined : FRAMEWORK_FAILURES[code]
  if (framework) return framework()
  return error instanceof SyntaxError && statusCode === 400 ? malformedJson() : undefined
}

/** 405 with `Allow` for a path that a call has, otherwise 404. */
export function unknownRoute(
  { methodsByPath }: Pick<HttpServer, 'methodsByPath'>,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const path = pathOf(request)
  // Calls of one path may each have a name of their own for what stands in it.
  const methods = [...methodsByPath].flatMap(([template, known]) =>
    matches(template, path) ? [...known] : [],
  )
  if (methods.length === 0) return new AppError('NOT_FOUND', 'Not found')
  void reply.header('allow', [...new Set(methods)].toSorted().join(', '))
  return new AppError('METHOD_NOT_ALLOWED', `This address does not answer ${request.method}`)
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const actual = path.split('/')
  return (
    wanted.length === actual.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? actual[index] !== '' : part === actual[index],
    )
  )
}
