import type { TenantId } from '@tenantscope/contract/ids'

import { certifiedKeyIn } from '../lib/connection-credential.ts'
import type { ConnectionCredential } from '../lib/connection-credential.ts'
import { readSecretFile } from './secret-file.ts'
import type { Readable } from './variables.ts'

/** The Microsoft connection of the environment, used when none is stored. */
export interface ProvisionedMicrosoft {
  readonly clientId: string
  readonly tenantId: TenantId
  readonly credential: ConnectionCredential
}

const CREDENTIALS = [
  'MICROSOFT_CLIENT_SECRET',
  'MICROSOFT_CLIENT_CERTIFICATE',
  'MICROSOFT_FEDERATED_TOKEN_FILE',
] as const

/** Reads client id, directory and exactly one credential; adds problems to the list. */
export function microsoftFrom(read: Readable, problems: string[]): ProvisionedMicrosoft | null {
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_TENANT_ID: tenantId } = read
  const credential = credentialFrom(read, problems)
  problems.push(...problemsBetween(read))
  if (clientId === undefined || tenantId === undefined || credential === null) return null
  return { clientId, tenantId, credential }
}

function problemsBetween(read: Readable): string[] {
  const ids = (['MICROSOFT_CLIENT_ID', 'MICROSOFT_TENANT_ID'] as const).filter(
    (name) => read[name] === undefined,
  )
  const given = CREDENTIALS.filter((name) => read[name] !== undefined)
  if (given.length > 1) return [`${given.join(' and ')} are set together; keep one of them`]
  // A federated token file alone only makes this kind available.
  const isNothingAsked = given.every((name) => name === 'MICROSOFT_FEDERATED_TOKEN_FILE')
  if (ids.length === 2 && isNothingAsked) return []
  const missing = given.length === 0 ? [...ids, `one of ${CREDENTIALS.join(', ')}`] : ids
  return missing.length === 0
    ? []
    : [
        `MICROSOFT_CLIENT_ID, MICROSOFT_TENANT_ID and one credential must be set together; missing: ${missing.join(', ')}`,
      ]
}

function credentialFrom(read: Readable, problems: string[]): ConnectionCredential | null {
  const {
    MICROSOFT_CLIENT_SECRET: secret,
    MICROSOFT_CLIENT_CERTIFICATE: pem,
    MICROSOFT_FEDERATED_TOKEN_FILE: file,
  } = read
  if (file !== undefined) readSecretFile('MICROSOFT_FEDERATED_TOKEN_FILE', file, problems)
  if (secret !== undefined) return { kind: 'secret', secret }
  if (pem === undefined) return file === undefined ? null : { kind: 'federated' }
  const found = certifiedKeyIn(pem)
  if (!('problem' in found)) return { kind: 'certificate', ...found }
  problems.push(`MICROSOFT_CLIENT_CERTIFICATE: ${found.problem}`)
  return null
}
