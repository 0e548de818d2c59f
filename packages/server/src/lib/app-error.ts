import type { ErrorBody, ErrorCode, FieldProblem } from '@tenantscope/contract/errors'

const STATUS_OF = {
  BAD_REQUEST: 400,
  SIGN_IN_REQUIRED: 401,
  WRONG_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  PASSWORD_RESET_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  LOCAL_SIGN_IN_OFF: 403,
  FRESH_SIGN_IN_REQUIRED: 403,
  PASSPHRASE_REQUIRED: 401,
  WRONG_PASSPHRASE: 401,
  FORBIDDEN: 403,
  CROSS_SITE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  CONNECTION_UNPROVEN: 503,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<ErrorCode, number>

interface AppErrorDetails {
  fields?: readonly FieldProblem[]
  /** Sent as Retry-After. */
  retryAfterSeconds?: number
  changed?: NonNullable<ErrorBody['changed']>
}

/** Ends the request with an error. The message is shown to users and must not reveal internals. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly changed: ErrorBody['changed']

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = STATUS_OF[code]
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.changed = details.changed
  }
}

/** Refuses one field of the request, such as 'body.name'. */
export const fieldError = (
  field: string,
  message: string,
  code: ErrorCode = 'BAD_REQUEST',
): AppError => new AppError(code, message, { fields: [{ field, message }] })

/** The same error for a tenant that does not exist and one that the caller may not see. */
export const tenantNotFound = (): AppError => new AppError('NOT_FOUND', 'Tenant not found')

/** For calls to Microsoft for a tenant that joined through an invitation and is not approved. */
export const awaitingApproval = (): AppError =>
  new AppError('CONFLICT', 'This tenant waits for an administrator to accept it')

/** For a field of the body, such as 'settings.password'. */
export const badField = (field: string, message: string): AppError =>
  fieldError(`body.${field}`, message)

/** For a parameter of the query. */
export const badQuery = (field: string, message: string): AppError =>
  fieldError(`query.${field}`, message)

export const notConnected = (): AppError =>
  new AppError('CONFLICT', 'Azure configuration not found. Please configure Azure settings first.')

/** For a live call that the server's stop ended. */
export const stoppedMeanwhile = (): AppError =>
  new AppError('UNAVAILABLE', 'The server stopped before Microsoft responded. Please try again.')
