import type { Selectable } from 'kysely'

import { certificateFactsOf } from '../lib/connection-credential.ts'
import type { Database, Db } from './tables.ts'

export interface CredentialEnd {
  readonly kind: Selectable<Database['microsoftConnection']>['credentialKind']
  /** Null: not known, or, of a federated credential, never. */
  readonly expiresAt: Date | null
}

/**
 * Reads when the credential of the connection in use ends: a stored certificate says so itself, a secret's
 * end is what the last check of this version of the connection found. Null without a connection.
 */
export async function readCredentialEnd(db: Db): Promise<CredentialEnd | null> {
  const row = await db
    .selectFrom('microsoftConnection')
    .leftJoin(
      'connectionChecks',
      'connectionChecks.connectionVersion',
      'microsoftConnection.version',
    )
    .select(['credentialKind', 'certificatePem', 'connectionChecks.credentialExpiresAt'])
    .executeTakeFirst()
  return row === undefined
    ? null
    : { kind: row.credentialKind, expiresAt: endOf(row.certificatePem, row.credentialExpiresAt) }
}

/** The rule for a connection that was read already. */
export const endOf = (certificatePem: string | null, checked: Date | null): Date | null =>
  certificatePem === null ? checked : certificateFactsOf(certificatePem).expiresAt
