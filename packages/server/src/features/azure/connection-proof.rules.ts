import type { AzureConfigInput } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { GraphFailure } from '@tenantscope/graph-client/failures'

import { AppError, badField } from '../../lib/app-error.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import { FIELD_OF } from './azure.rules.ts'
import { explanationOf } from './checks.rules.ts'
import { refusalCauseOf } from './connection-refusal.rules.ts'
import type { ProvenFacts } from './stored-connection.ts'

/** The fields that Microsoft's codes are about; other failures are about the credential. */
const FIELD_OF_MICROSOFT_CODE: ReadonlyMap<string | null, keyof AzureConfigInput> = new Map([
  ['AADSTS700016', 'clientId'],
  ['AADSTS7000112', 'clientId'],
  ['AADSTS53003', 'clientId'],
  ['AADSTS90002', 'tenantId'],
  ['AADSTS900023', 'tenantId'],
  ['AADSTS90038', 'cloud'],
  ['AADSTS900432', 'cloud'],
])

/**
 * Returns the error that keeps a new connection from being stored; null when it may be stored.
 * Missing consent does not keep it: Microsoft accepted the credential, and consent comes after it.
 */
export function proofErrorOf(
  failure: GraphFailure | null,
  { kind, saveUnproven }: { kind: ConnectionCredential['kind']; saveUnproven: boolean },
): AppError | null {
  if (failure === null || failure.code === 'CONSENT_REQUIRED') return null
  const field =
    FIELD_OF_MICROSOFT_CODE.get(failure.microsoftCode) ??
    (failure.code === 'INVALID_CLIENT_SECRET' ? FIELD_OF[kind] : undefined)
  if (field !== undefined)
    return badField(
      field,
      `Microsoft refused it, so the connection was not changed. ${explanationOf(failure) ?? ''}`.trim(),
    )
  return saveUnproven ? null : new AppError('CONNECTION_UNPROVEN', UNPROVEN)
}

const UNPROVEN = `Microsoft issued no token within ${LIVE_CALL_SECONDS} seconds, so the connection was not changed. Check the connection of this server to the internet, and save again in a few minutes.`

/** Returns what the proof showed; nothing when Microsoft could not be asked. */
export function provenFactsOf(failure: GraphFailure | null, now: Date): ProvenFacts {
  if (failure === null) return { lastSuccessAt: now }
  const cause = refusalCauseOf(failure)
  if (cause === null) return {}
  return {
    refusedCause: cause,
    refusedAt: now,
    refusedMicrosoftCode: failure.microsoftCode,
  }
}
