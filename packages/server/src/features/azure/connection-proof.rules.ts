import type { AzureConfigInput } from '@tenantscope/contract/azure'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import type { GraphFailure } from '@tenantscope/graph-client/failures'

import { AppError, badField } from '../../lib/app-error.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import { FIELD_OF } from './azure.rules.ts'
import { explanationOf } from './checks.rules.ts'
import { refusedTokenOf } from './connection-refusal.rules.ts'
import type { ProvenFacts } from './stored-connection.ts'

/**
 * Returns the error that keeps a new connection from being stored; null when it may be stored.
 * Missing consent does not keep it: Microsoft accepted the credential, and consent comes after it.
 */
export function proofErrorOf(
  failure: GraphFailure | null,
  { kind, saveUnproven }: { kind: ConnectionCredential['kind']; saveUnproven: boolean },
): AppError | null {
  if (failure === null || failure.code === 'CONSENT_REQUIRED') return null
  const field = fieldOf(failure, kind)
  const explanation = explanationOf(failure, { isOwn: true })
  if (field !== undefined)
    return badField(
      field,
      `Microsoft refused it, so the connection was not changed. ${explanation ?? ''}`.trim(),
    )
  if (saveUnproven) return null
  const isRefused = failure.microsoftCode?.startsWith('AADSTS') === true
  return new AppError(
    'CONNECTION_UNPROVEN',
    isRefused
      ? `Microsoft issued no token, so the connection was not changed. ${explanation ?? ''}`.trim()
      : UNPROVEN,
  )
}

/** The field that Microsoft's code is about; without a code in the table, the credential. */
function fieldOf(
  { code, microsoftCode }: GraphFailure,
  kind: ConnectionCredential['kind'],
): keyof AzureConfigInput | undefined {
  const row = codesRowOf(microsoftCode)
  if (row?.field !== undefined) return row.field === 'credential' ? FIELD_OF[kind] : row.field
  return code === 'INVALID_CLIENT_SECRET' ? FIELD_OF[kind] : undefined
}

const UNPROVEN = `Microsoft issued no token within ${LIVE_CALL_SECONDS} seconds, so the connection was not changed. Check the connection of this server to the internet, and save again in a few minutes.`

/** Returns what the proof showed; nothing when Microsoft could not be asked. */
export function provenFactsOf(failure: GraphFailure | null, now: Date): ProvenFacts {
  if (failure === null) return { lastSuccessAt: now }
  return refusedTokenOf(failure, now) ?? {}
}
