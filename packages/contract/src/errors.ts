import { z } from 'zod'

/** The codes of refused calls; the server maps each to one HTTP status. */
export const ErrorCode = z.enum([
  'BAD_REQUEST',
  'SIGN_IN_REQUIRED',
  'WRONG_CREDENTIALS',
  'PASSWORD_RESET_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'LOCAL_SIGN_IN_OFF',
  'FRESH_SIGN_IN_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'PASSPHRASE_REQUIRED',
  'WRONG_PASSPHRASE',
  'FORBIDDEN',
  'CROSS_SITE',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  /** Microsoft could not prove a new connection; `saveUnproven` saves it all the same. */
  'CONNECTION_UNPROVEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
  'UNAVAILABLE',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** A refused field, named as the caller sent it, for example `body.username`. */
export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** The body of every refusal (decisions.md, Errors). `error` repeats `message` for clients of the specification. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  /** Present on calls whose replies contain `success`, as the specification requires. */
  success: z.literal(false).optional(),
  code: ErrorCode,
  requestId: z.string(),
  fields: z.array(FieldProblem).optional(),
  /** For a write with an outdated version: the user who changed the record, and when. */
  changed: z.object({ by: z.string().nullable(), at: z.iso.datetime().nullable() }).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Why a tenant, or a part of it, could not be read (decisions.md, Tenants and data). */
export const TenantFailureCode = z.enum([
  'CONSENT_REQUIRED',
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
  'APP_DISABLED',
  'PERMISSION_MISSING',
  'NOT_LICENSED',
  'THROTTLED',
  'UNAVAILABLE',
  'MALFORMED_ANSWER',
  'INTERNAL',
])
export type TenantFailureCode = z.infer<typeof TenantFailureCode>
