import { AzureConfigInput, CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, CredentialKind, MicrosoftCloud } from '@tenantscope/contract/azure'

import { readBody } from '../../lib/body-problems.ts'
import type { Problems, Read } from '../../lib/body-problems.ts'
import { missingCredentialPart, pemOf } from './credential-files.ts'
import type { CredentialFile } from './credential-files.ts'

/** The connection in the fields of its form. */
export interface ConnectionValues {
  clientId: string
  tenantId: string
  credentialKind: CredentialKind
  clientSecret: string
  /** The chosen files, which are sent as one text. */
  certificatePem: readonly CredentialFile[]
  cloud: MicrosoftCloud
  /** True when the user confirmed to save without a proof by Microsoft. */
  saveUnproven: boolean
}

export function valuesOf(stored: AzureConfig): ConnectionValues {
  return {
    clientId: stored.clientId,
    tenantId: stored.tenantId,
    credentialKind: stored.credentialKind,
    // The server never returns the stored one, only a marker for it.
    clientSecret: '',
    certificatePem: [],
    cloud: stored.cloud,
    saveUnproven: false,
  }
}

/**
 * Whether the stored credential of this kind can stay: only for the registration that it was entered for
 * (decisions.md, Microsoft connection).
 */
export function keepsStored(values: ConnectionValues, stored: AzureConfig): boolean {
  return hasStored(values.credentialKind, stored) && isSameRegistration(values, stored)
}

/** Returns the input that the values represent, by the contract's own rules, or their problems. */
export function readConnection(
  values: ConnectionValues,
  stored: AzureConfig,
): Read<AzureConfigInput> {
  const { credentialKind, cloud, certificatePem: files } = values
  const clientSecret = values.clientSecret.trim()
  const read = readBody(AzureConfigInput, {
    clientId: withoutBraces(values.clientId),
    tenantId: withoutBraces(values.tenantId),
    cloud,
    credentialKind,
    ...(credentialKind === 'secret' && clientSecret !== '' && { clientSecret }),
    ...(credentialKind === 'certificate' && files.length > 0 && { certificatePem: pemOf(files) }),
    version: stored.version,
    ...(values.saveUnproven && { saveUnproven: true }),
  })
  const missing = credentialProblem(values, stored)
  if (missing === null) return read
  return { problems: { ...missing, ...('problems' in read && read.problems) } }
}

/** Whether a secret is rather the ID of one: the portal shows both in one row. */
export function looksLikeSecretId(secret: string): boolean {
  return /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(secret.trim())
}

function credentialProblem(values: ConnectionValues, stored: AzureConfig): Problems | null {
  const { credentialKind, clientSecret, certificatePem: files } = values
  if (credentialKind === 'federated') return null
  const isBlank = credentialKind === 'secret' ? clientSecret.trim() === '' : files.length === 0
  if (isBlank && keepsStored(values, stored)) return null
  if (credentialKind === 'secret')
    return isBlank ? { clientSecret: 'Client Secret is required' } : null
  const missing = missingCredentialPart(files)
  return missing === null ? null : { certificatePem: missing }
}

function hasStored(kind: CredentialKind, stored: AzureConfig): boolean {
  if (kind === 'secret') return stored.clientSecret === CONFIGURED_MARKER
  return kind === 'certificate' && stored.certificate !== null
}

function isSameRegistration(values: ConnectionValues, stored: AzureConfig): boolean {
  return (
    withoutBraces(values.clientId).toLowerCase() === stored.clientId.toLowerCase() &&
    withoutBraces(values.tenantId).toLowerCase() === stored.tenantId.toLowerCase() &&
    values.cloud === stored.cloud
  )
}

/** Scripts and the registry write GUIDs in braces. */
function withoutBraces(guid: string): string {
  return guid
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .trim()
}

/** As the portal calls them. */
export const CREDENTIAL_NAMES = {
  secret: 'Client secret',
  certificate: 'Certificate',
  federated: 'Federated credential',
} as const satisfies Record<CredentialKind, string>
