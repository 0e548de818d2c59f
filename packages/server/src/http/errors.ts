import type { ErrorBody, ErrorCode } from '@tenantscope/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { DatabaseUnavailable, EmbeddedDatabaseStopped } from '../db/errors.ts'
import { AppError } from '../lib/app-error.ts'
import { setSecurityHeaders } from './headers.ts'
import type { HttpDeps, HttpServer } from './http-server.ts'
import { pathOf, routeOf } from './request-log.ts'

/** Sends every error in one format (decisions.md, Errors). Unexpected errors become INTERNAL. */
export function answerErrors({ fastify, deps, sayingSuccess }: HttpServer): void {
  fastify.setErrorHandler((error, request, reply) =>
    sendError(reply, toAppError(deps, { error, request }), {
      saysSuccess: sayingSuccess.has(`${request.method} ${routeOf(request)}`),
    }),
  )
}

/** Handles addresses that cannot be decoded; no route or hook runs for them. */
export function answerBadUrl(
  deps: HttpDeps,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): void {
  void reply.header('x-request-id', request.id)
  setSecurityHeaders(deps, request, reply)
  sendError(reply, toAppError(deps, { error, request }))
}

/** Sends an error reply. */
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
  logger.error({ err: error, requestId: request.id, route: routeOf(request) }, 'unhandled error')
  if (error instanceof DatabaseUnavailable || error instanceof EmbeddedDatabaseStopped)
    return new AppError('UNAVAILABLE', 'The database cannot be reached. Please try again later.')
  return internalError()
}

/** The only error that reveals nothing about its cause. */
export const internalError = (): AppError =>
  new AppError('INTERNAL', 'Something went wrong on the server. Please try again.')

const MALFORMED_JSON = ['BAD_REQUEST', 'The request body is not valid JSON'] as const

const FRAMEWORK_FAILURES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The request body must be application/json',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'BAD_REQUEST',
    'The length of the request body does not match Content-Length',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: MALFORMED_JSON,
  FST_ERR_BAD_URL: ['BAD_REQUEST', 'The URL is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'Not found'],
}

function knownFailure(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', statusCode }: Partial<FastifyError> = error
  const isMalformed = error instanceof SyntaxError && statusCode === 400
  const known = FRAMEWORK_FAILURES[code] ?? (isMalformed ? MALFORMED_JSON : undefined)
  return known && new AppError(...known)
}

/** Returns 405 with `Allow` for a path that exists with other methods, otherwise 404. */
export function unknownRoute(
  { methodsByPath }: Pick<HttpServer, 'methodsByPath'>,
  request: FastifyRequest,
  reply: FastifyReply,
): AppError {
  const path = pathOf(request)
  // Calls with the same path may name its parameter differently.
  const methods = [...methodsByPath].flatMap(([template, known]) =>
    matches(template, path) ? [...known] : [],
  )
  if (methods.length === 0) return new AppError('NOT_FOUND', 'Not found')
  void reply.header('allow', [...new Set(methods)].toSorted().join(', '))
  return new AppError('METHOD_NOT_ALLOWED', `${request.method} is not allowed for this URL`)
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
