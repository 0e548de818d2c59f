import type { ConnectionRefusal, ConnectionRefusalCause } from '@tenantscope/contract/azure'
import type { GraphFailure } from '@tenantscope/graph-client/failures'

import type { StoredConnection } from './stored-connection.ts'

const CAUSE_OF_CODE: Readonly<Partial<Record<GraphFailure['code'], ConnectionRefusalCause>>> = {
  INVALID_CLIENT_SECRET: 'credentialWrong',
  APP_NOT_FOUND: 'applicationNotFound',
  APP_DISABLED: 'applicationDisabled',
  CONSENT_REQUIRED: 'consentMissing',
}

/** Microsoft's codes that say more than the failure's own. */
const CAUSE_OF_MICROSOFT_CODE: ReadonlyMap<string | null, ConnectionRefusalCause> = new Map([
  ['AADSTS7000222', 'credentialExpired'],
  ['AADSTS90002', 'directoryNotFound'],
  ['AADSTS900023', 'directoryNotFound'],
  ['AADSTS53003', 'applicationBlocked'],
])

/** Returns the cause of a lasting refusal in the own directory; null for a failure that may pass. */
export function refusalCauseOf({
  code,
  microsoftCode,
}: Pick<GraphFailure, 'code' | 'microsoftCode'>): ConnectionRefusalCause | null {
  const cause = CAUSE_OF_CODE[code]
  return cause === undefined ? null : (CAUSE_OF_MICROSOFT_CODE.get(microsoftCode) ?? cause)
}

/** Returns the stored refusal, or null while Microsoft issues tokens. */
export function refusalIn(
  stored: Pick<
    StoredConnection,
    'refusedCause' | 'refusedAt' | 'refusedMicrosoftCode' | 'credentialKind'
  >,
): ConnectionRefusal | null {
  const { refusedCause: cause, refusedAt, refusedMicrosoftCode, credentialKind } = stored
  if (cause === null || refusedAt === null) return null
  const since = refusedAt.toISOString()
  return { cause, credentialKind, since, microsoftCode: refusedMicrosoftCode }
}
