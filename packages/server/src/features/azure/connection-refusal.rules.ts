import { refusalTextOf } from '@tenantscope/analysis/connection-refusal'
import type { ConnectionRefusal, ConnectionRefusalCause } from '@tenantscope/contract/azure'
import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import type { GraphFailure } from '@tenantscope/graph-client/failures'

import { storedText } from '../../lib/stored-text.ts'
import type { StoredConnection } from './stored-connection.ts'

const CAUSE_OF_CODE: Readonly<Partial<Record<GraphFailure['code'], ConnectionRefusalCause>>> = {
  INVALID_CLIENT_SECRET: 'credentialWrong',
  APP_NOT_FOUND: 'applicationNotFound',
  APP_DISABLED: 'applicationDisabled',
  CONSENT_REQUIRED: 'consentMissing',
}

/** Returns the cause of a lasting refusal in the own directory; null for a failure that may pass. */
export function refusalCauseOf({
  code,
  microsoftCode,
}: Pick<GraphFailure, 'code' | 'microsoftCode'>): ConnectionRefusalCause | null {
  const cause = codesRowOf(microsoftCode)?.refusal ?? CAUSE_OF_CODE[code]
  if (cause !== undefined) return cause
  // Microsoft refused the request, whether the table knows its code or not.
  return code === 'INTERNAL' && microsoftCode?.startsWith('AADSTS') === true ? 'other' : null
}

/** The stored facts of a refused token request. */
export interface RefusedToken {
  readonly refusedCause: ConnectionRefusalCause
  readonly refusedAt: Date
  readonly refusedMicrosoftCode: string | null
  readonly refusedWords: string | null
  readonly refusedRequestId: string | null
}

/** Returns what is stored of a refusal; null for a failure that may pass. */
export function refusedTokenOf(failure: GraphFailure, at: Date): RefusedToken | null {
  const cause = refusalCauseOf(failure)
  if (cause === null) return null
  return {
    refusedCause: cause,
    refusedAt: at,
    refusedMicrosoftCode: failure.microsoftCode,
    refusedWords: failure.words === null ? null : storedText(failure.words),
    refusedRequestId: failure.requestId,
  }
}

/** Returns the stored refusal, or null while Microsoft issues tokens. */
export function refusalIn(
  stored: { readonly [Column in keyof RefusedToken]: RefusedToken[Column] | null } & Pick<
    StoredConnection,
    'credentialKind'
  >,
): ConnectionRefusal | null {
  const { refusedCause: cause, refusedAt, refusedMicrosoftCode: microsoftCode } = stored
  if (cause === null || refusedAt === null) return null
  const { credentialKind, refusedWords: words, refusedRequestId: requestId } = stored
  return {
    cause,
    credentialKind,
    since: refusedAt.toISOString(),
    microsoftCode,
    ...refusalTextOf({ cause, credentialKind, microsoftCode, words, requestId }),
  }
}
