import { isDeepStrictEqual } from 'node:util'

import { CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, AzureConfigInput, CredentialKind } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud, CloudFeature } from '@tenantscope/graph-client/clouds'

import { AppError } from '../../lib/app-error.ts'
import { certificateFactsOf, certifiedKeyIn } from '../../lib/connection-credential.ts'
import type { ConnectionCredential } from '../../lib/connection-credential.ts'

/** A connection with its credential in clear, as it is compared and stored. */
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

/** What the form means; a credential that is not given stays while it still belongs to the connection. */
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

/** Whether both name the same app registration in the same directory of the same cloud. */
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

/** The names of the fields that differ, for the audit trail; empty when nothing does. */
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

/** What the trail may hold of a connection. */
export function auditedText(connection: ClearConnection | null): string | null {
  if (connection === null) return null
  const { credential, ...rest } = connection
  const certificate =
    credential?.kind === 'certificate'
      ? { certificate: certificateFactsOf(credential.certificatePem).thumbprint }
      : {}
  return JSON.stringify({ ...rest, credentialKind: credential?.kind ?? null, ...certificate })
}

/** A body that names no kind means the one whose credential it brings. */
function kindFrom(input: AzureConfigInput, before: ClearConnection | null): CredentialKind {
  if (input.credentialKind !== undefined) return input.credentialKind
  if (secretIn(input) !== null) return 'secret'
  if (isGiven(input.certificatePem)) return 'certificate'
  return before?.credential?.kind ?? 'secret'
}

/** What is pasted often ends in a line break, which no secret holds. */
function secretIn({ clientSecret = '' }: AzureConfigInput): string | null {
  const secret = clientSecret.trim()
  return secret === '' || secret === CONFIGURED_MARKER ? null : secret
}

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== ''

type Reader = (input: AzureConfigInput, circumstances: Circumstances) => ConnectionCredential | null

/** The credential of a kind that the form brings; null: none. */
const READERS = {
  secret: (input) => {
    const secret = secretIn(input)
    return secret === null ? null : { kind: 'secret', secret }
  },
  certificate: ({ certificatePem }, { now }) =>
    isGiven(certificatePem) ? certificateFrom(certificatePem, now) : null,
  federated: (_, { isFederationAvailable }) => {
    if (isFederationAvailable) return { kind: 'federated' }
    throw refusedField(
      'credentialKind',
      'Federated tokens can be used only where MICROSOFT_FEDERATED_TOKEN_FILE names their file in the environment',
    )
  },
} as const satisfies Record<CredentialKind, Reader>

function certificateFrom(pem: string, now: Date): ConnectionCredential {
  const found = certifiedKeyIn(pem)
  if ('problem' in found) throw refusedField('certificatePem', found.problem)
  const { startsAt, expiresAt } = certificateFactsOf(found.certificatePem)
  if (expiresAt <= now)
    throw refusedField('certificatePem', `The certificate expired at ${expiresAt.toISOString()}`)
  if (startsAt > now)
    throw refusedField(
      'certificatePem',
      `The certificate is not valid before ${startsAt.toISOString()}`,
    )
  return { kind: 'certificate', ...found }
}

const FIELD_OF = {
  secret: 'clientSecret',
  certificate: 'certificatePem',
  federated: 'credentialKind',
} as const satisfies Record<CredentialKind, keyof AzureConfigInput>

function missing(kind: CredentialKind, before: ClearConnection | null): AppError {
  if (kind === 'secret') return refusedField('clientSecret', 'Client Secret is required')
  const again = before?.credential?.kind === 'certificate' ? ' again' : ''
  return refusedField(
    'certificatePem',
    `Upload the certificate${again}, together with its private key`,
  )
}

function refusedField(name: keyof AzureConfigInput, message: string): AppError {
  return new AppError('BAD_REQUEST', message, { fields: [{ field: `body.${name}`, message }] })
}

/** What is missing where a cloud has no such feature, in words of the screens. */
const GAPS = {
  usageReports: {
    name: 'Usage reports',
    consequence: 'Which workloads people use is not shown.',
  },
  secureScores: { name: 'Secure score', consequence: 'Tenants show no secure score.' },
  authenticationMethodsPolicy: {
    name: 'Authentication methods policy',
    consequence: 'Which ways of signing in a tenant allows is not shown.',
  },
  delegatedAdmin: {
    name: 'Delegated administration (GDAP)',
    consequence:
      'Customers without a CSP contract do not appear by themselves; add them, or invite them to consent.',
  },
  identityProtection: {
    name: 'Identity Protection',
    consequence: 'Conditional Access policies have no conditions on risk.',
  },
  verifiedPublisher: {
    name: 'Verified publishers',
    consequence: 'Whether the publisher of an application is verified is not shown.',
  },
} as const satisfies Record<CloudFeature, AzureConfig['clouds'][number]['lacks'][number]>

/** Every cloud, each with what a connection to it goes without. */
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
