import { isDeepStrictEqual } from 'node:util'

import { CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, AzureConfigInput, CredentialKind } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud, CloudFeature } from '@tenantscope/graph-client/clouds'

import { badField } from '../../lib/app-error.ts'
import { certificateFactsOf, certifiedKeyIn } from '../../lib/connection-credential.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'

/** A connection with its decrypted credential, for comparing and storing. */
export interface ClearConnection {
  readonly clientId: string
  readonly tenantId: TenantId
  readonly cloud: Cloud
  readonly credential: ConnectionCredential | null
}

interface Circumstances {
  readonly before: ClearConnection | null
  readonly isFederationAvailable: boolean
  readonly now: Date
}

/** Returns the connection of a form; without a credential, the stored one is kept if it still applies. */
export function connectionFrom(
  input: AzureConfigInput,
  circumstances: Circumstances,
): ClearConnection & { readonly credential: ConnectionCredential } {
  const { before } = circumstances
  const kind = kindFrom(input, before)
  const connection = {
    clientId: input.clientId,
    tenantId: TenantId.parse(input.tenantId),
    cloud: input.cloud ?? before?.cloud ?? 'global',
  }
  const credential =
    READERS[kind](input, circumstances) ??
    (isSameRegistration(before, connection) ? before.credential : null)
  if (credential?.kind !== kind) throw missing(kind, before)
  return { ...connection, credential }
}

/** True when both name the same app registration in the same directory and cloud. */
export function isSameRegistration(
  before: ClearConnection | null,
  after: Omit<ClearConnection, 'credential'>,
): before is ClearConnection {
  return (
    before?.clientId === after.clientId &&
    before.tenantId === after.tenantId &&
    before.cloud === after.cloud
  )
}

/** Returns the names of the fields that differ, for the audit trail. */
export function changedFields(
  before: ClearConnection | null,
  after: ClearConnection & { readonly credential: ConnectionCredential },
): string[] {
  const isSame = {
    clientId: before?.clientId === after.clientId,
    tenantId: before?.tenantId === after.tenantId,
    cloud: before?.cloud === after.cloud,
    credentialKind: before?.credential?.kind === after.credential.kind,
    [FIELD_OF[after.credential.kind]]: isDeepStrictEqual(before?.credential, after.credential),
  }
  return Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]))
}

/** Returns the text of a connection for the trail. */
export function auditedText(connection: ClearConnection | null): string | null {
  if (connection === null) return null
  const { credential, ...rest } = connection
  const certificate =
    credential?.kind === 'certificate'
      ? { certificate: certificateFactsOf(credential.certificatePem).thumbprint }
      : {}
  return JSON.stringify({ ...rest, credentialKind: credential?.kind ?? null, ...certificate })
}

/** A body without a kind uses the kind of its credential. */
function kindFrom(input: AzureConfigInput, before: ClearConnection | null): CredentialKind {
  if (input.credentialKind !== undefined) return input.credentialKind
  if (secretIn(input) !== null) return 'secret'
  if (isGiven(input.certificatePem)) return 'certificate'
  return before?.credential?.kind ?? 'secret'
}

/** Pasted secrets often end in a line break, which is never part of them. */
function secretIn({ clientSecret = '' }: AzureConfigInput): string | null {
  const secret = clientSecret.trim()
  return secret === '' || secret === CONFIGURED_MARKER ? null : secret
}

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== ''

type Reader = (input: AzureConfigInput, circumstances: Circumstances) => ConnectionCredential | null

/** Return the credential of a kind from the form; null for none. */
const READERS = {
  secret: (input) => {
    const secret = secretIn(input)
    return secret === null ? null : { kind: 'secret', secret }
  },
  certificate: ({ certificatePem }, { now }) =>
    isGiven(certificatePem) ? certificateFrom(certificatePem, now) : null,
  federated: (_, { isFederationAvailable }) => {
    if (isFederationAvailable) return { kind: 'federated' }
    throw badField(
      'credentialKind',
      'Federated tokens can be used only where MICROSOFT_FEDERATED_TOKEN_FILE names their file in the environment',
    )
  },
} as const satisfies Record<CredentialKind, Reader>

function certificateFrom(pem: string, now: Date): ConnectionCredential {
  const found = certifiedKeyIn(pem)
  if ('problem' in found) throw badField('certificatePem', found.problem)
  const { startsAt, expiresAt } = certificateFactsOf(found.certificatePem)
  if (expiresAt <= now)
    throw badField('certificatePem', `The certificate expired at ${expiresAt.toISOString()}`)
  if (startsAt > now)
    throw badField(
      'certificatePem',
      `The certificate is not valid before ${startsAt.toISOString()}`,
    )
  return { kind: 'certificate', ...found }
}

/** The field that a credential is entered in. */
export const FIELD_OF = {
  secret: 'clientSecret',
  certificate: 'certificatePem',
  federated: 'credentialKind',
} as const satisfies Record<CredentialKind, keyof AzureConfigInput>

function missing(kind: CredentialKind, before: ClearConnection | null) {
  if (kind === 'secret') return badField('clientSecret', 'Client Secret is required')
  const again = before?.credential?.kind === 'certificate' ? ' again' : ''
  return badField('certificatePem', `Upload the certificate${again}, together with its private key`)
}

/** Texts for features that a cloud does not have. */
const GAPS = {
  usageReports: {
    name: 'Usage reports',
    consequence: 'The workloads that users use are not shown.',
  },
  secureScores: { name: 'Secure score', consequence: 'Tenants show no secure score.' },
  authenticationMethodsPolicy: {
    name: 'Authentication methods policy',
    consequence: 'The sign-in methods that a tenant allows are not shown.',
  },
  delegatedAdmin: {
    name: 'Delegated administration (GDAP)',
    consequence:
      'Customers without a CSP contract do not appear automatically. Add them, or invite them to consent.',
  },
  identityProtection: {
    name: 'Identity Protection',
    consequence: 'Risk conditions of Conditional Access policies are not shown.',
  },
  verifiedPublisher: {
    name: 'Verified publishers',
    consequence: 'The publisher verification of applications is not shown.',
  },
} as const satisfies Record<CloudFeature, AzureConfig['clouds'][number]['lacks'][number]>

/** Every cloud, with the features that are missing there. */
export const CLOUD_CHOICES: AzureConfig['clouds'] = (
  [
    ['global', 'Microsoft 365 (worldwide)'],
    ['usgov', 'US Government (GCC High)'],
    ['usgovdod', 'US Government (DoD)'],
    ['china', 'China (21Vianet)'],
  ] as const
).map(([cloud, name]) => ({
  cloud,
  name,
  portalUrl: `https://${CLOUDS[cloud].portalHost}`,
  lacks: CLOUDS[cloud].lacks.map((feature) => GAPS[feature]),
}))
