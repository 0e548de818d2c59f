import { AzureConfigInput, CONFIGURED_MARKER } from '@tenantscope/contract/azure'
import type { AzureConfig, CredentialKind, MicrosoftCloud } from '@tenantscope/contract/azure'
import type { ErrorBody } from '@tenantscope/contract/errors'

import { missingCredentialPart, pemOf } from './credential-files.ts'
import type { CredentialFile } from './credential-files.ts'

/** The connection as it stands in the fields. */
export interface ConnectionDraft {
  clientId: string
  tenantId: string
  credentialKind: CredentialKind
  clientSecret: string
  files: readonly CredentialFile[]
  cloud: MicrosoftCloud
}

const FIELDS = [
  'clientId',
  'tenantId',
  'credentialKind',
  'clientSecret',
  'certificatePem',
  'cloud',
] as const
type ConnectionField = (typeof FIELDS)[number]

/** What is wrong, by field. */
export type Problems = Readonly<Partial<Record<ConnectionField, string>>>

export const NO_PROBLEMS: Problems = {}

export function draftOf(stored: AzureConfig): ConnectionDraft {
  return {
    clientId: stored.clientId,
    tenantId: stored.tenantId,
    credentialKind: stored.credentialKind,
    // The stored one never comes here, only a marker for it.
    clientSecret: '',
    files: [],
    cloud: stored.cloud,
  }
}

export function isSameDraft(a: ConnectionDraft, b: ConnectionDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Whether what is stored of this kind may stay: only for the registration that it was entered for
 * (decisions.md, Microsoft connection).
 */
export function keepsStored(draft: ConnectionDraft, stored: AzureConfig): boolean {
  return hasStored(draft.credentialKind, stored) && isSameRegistration(draft, stored)
}

/** The input that the fields mean, by the contract's own rules, or what is wrong with them. */
export function readDraft(
  draft: ConnectionDraft,
  stored: AzureConfig,
): { input: AzureConfigInput } | { problems: Problems } {
  const { credentialKind, cloud, files } = draft
  const clientSecret = draft.clientSecret.trim()
  const read = AzureConfigInput.safeParse({
    clientId: withoutBraces(draft.clientId),
    tenantId: withoutBraces(draft.tenantId),
    cloud,
    credentialKind,
    ...(credentialKind === 'secret' && clientSecret !== '' && { clientSecret }),
    ...(credentialKind === 'certificate' && files.length > 0 && { certificatePem: pemOf(files) }),
    version: stored.version,
  })
  const problems = {
    ...credentialProblem(draft, stored),
    ...(read.success
      ? NO_PROBLEMS
      : asProblems(
          read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
        )),
  }
  if (read.success && Object.keys(problems).length === 0) return { input: read.data }
  return { problems }
}

/** What the server refused, at the fields that it names. */
export function problemsIn(fields: ErrorBody['fields'] = []): Problems {
  return asProblems(
    fields.map(({ field, message }) => ({ field: field.replace(/^body\./, ''), message })),
  )
}

/** Whether a secret is rather the id of one: both stand in one line of the portal. */
export function looksLikeSecretId(secret: string): boolean {
  return /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(secret.trim())
}

function credentialProblem(draft: ConnectionDraft, stored: AzureConfig): Problems {
  const { credentialKind, clientSecret, files } = draft
  if (credentialKind === 'secret')
    return clientSecret.trim() !== '' || keepsStored(draft, stored)
      ? NO_PROBLEMS
      : { clientSecret: 'Client Secret is required' }
  if (credentialKind === 'federated') return NO_PROBLEMS
  if (files.length === 0 && keepsStored(draft, stored)) return NO_PROBLEMS
  const missing = missingCredentialPart(files)
  return missing === null ? NO_PROBLEMS : { certificatePem: missing }
}

function hasStored(kind: CredentialKind, stored: AzureConfig): boolean {
  if (kind === 'secret') return stored.clientSecret === CONFIGURED_MARKER
  return kind === 'certificate' && stored.certificate !== null
}

function isSameRegistration(draft: ConnectionDraft, stored: AzureConfig): boolean {
  return (
    withoutBraces(draft.clientId).toLowerCase() === stored.clientId.toLowerCase() &&
    withoutBraces(draft.tenantId).toLowerCase() === stored.tenantId.toLowerCase() &&
    draft.cloud === stored.cloud
  )
}

/** Scripts and the registry write GUIDs in braces. */
function withoutBraces(guid: string): string {
  return guid
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .trim()
}

function asProblems(found: readonly { field: string; message: string }[]): Problems {
  const problems: Partial<Record<ConnectionField, string>> = {}
  for (const { field, message } of found) {
    const known = FIELDS.find((each) => each === field)
    // The first problem of a field is the one to solve first.
    if (known !== undefined) problems[known] ??= message
  }
  return problems
}
