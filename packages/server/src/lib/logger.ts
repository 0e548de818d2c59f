import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

import { errorCode } from './error-code.ts'

/** Creates the logger. Secrets are removed; requests are named by route template (decisions.md, Errors). */
export function createLogger(
  { level }: { level: string },
  destination: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: '[secret]' },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  )
}

const SECRET_NAMES = [
  'password',
  'currentPassword',
  'newPassword',
  'clientSecret',
  'client_secret',
  'secret',
  'secretKey',
  'privateKeyPem',
  'certificatePem',
  'assertion',
  'client_assertion',
  'token',
  'access_token',
  'accessToken',
  'id_token',
  'refresh_token',
  'code_verifier',
  'authorization',
  'cookie',
  '["set-cookie"]',
  'databaseUrl',
]

const REDACTED = SECRET_NAMES.flatMap((name) =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
)

interface DescribedError {
  type: string
  message: string
  code?: string
  stack: string | undefined
  cause?: DescribedError
}

/**
 * Keeps only the fields that name the failure: errors of libraries carry complete requests, replies
 * and rows, which contain tokens and personal data.
 */
function describeError(error: unknown): unknown {
  return error instanceof Error ? describe(error, 0) : { type: typeof error }
}

const DEEPEST_CAUSE = 3

function describe(error: Error, depth: number): DescribedError {
  const code = errorCode(error)
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause instanceof Error && depth < DEEPEST_CAUSE
      ? { cause: describe(error.cause, depth + 1) }
      : {}),
  }
}
