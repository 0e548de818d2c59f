import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'
import type { Sealer } from '../../lib/seal.ts'

/** A credential as stored: its secret parts are sealed. */
type StoredCredential = Pick<
  Selectable<Database['microsoftConnection']>,
  'credentialKind' | 'sealedClientSecret' | 'certificatePem' | 'sealedPrivateKey'
>

/** Purposes that bind a sealed value to its column, so that it opens nowhere else. */
const SECRET_PURPOSE = 'microsoft_connection.client_secret'
const KEY_PURPOSE = 'microsoft_connection.private_key'

/** Only the credential in use is stored; another kind replaces it. */
export function sealCredential(sealer: Sealer, credential: ConnectionCredential): StoredCredential {
  const nothing = { sealedClientSecret: null, certificatePem: null, sealedPrivateKey: null }
  const stored = { ...nothing, credentialKind: credential.kind }
  if (credential.kind === 'secret')
    return { ...stored, sealedClientSecret: sealer.seal(credential.secret, SECRET_PURPOSE) }
  if (credential.kind === 'federated') return stored
  const { certificatePem, privateKeyPem } = credential
  return { ...stored, certificatePem, sealedPrivateKey: sealer.seal(privateKeyPem, KEY_PURPOSE) }
}

/** Returns null when the kind in use has nothing stored. */
export function openCredential(
  sealer: Sealer,
  stored: StoredCredential,
): ConnectionCredential | null {
  const { credentialKind: kind, sealedClientSecret, certificatePem, sealedPrivateKey } = stored
  if (kind === 'federated') return { kind }
  if (kind === 'secret')
    return sealedClientSecret === null
      ? null
      : { kind, secret: sealer.open(sealedClientSecret, SECRET_PURPOSE) }
  if (certificatePem === null || sealedPrivateKey === null) return null
  return { kind, certificatePem, privateKeyPem: sealer.open(sealedPrivateKey, KEY_PURPOSE) }
}

/** True when a part was sealed with a key that has been replaced. */
export const isSealedWithOldKey = (sealer: Sealer, stored: StoredCredential): boolean =>
  [stored.sealedClientSecret, stored.sealedPrivateKey].some(
    (sealed) => sealed !== null && !sealer.isNewest(sealed),
  )
