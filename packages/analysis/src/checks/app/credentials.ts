import { daysSince, daysUntil } from '../age.ts'
import type { CheckObject } from '../define-check.ts'
import type { ApplicationFacts, CredentialFacts, ServicePrincipalFacts } from '../rows.ts'
import { applicationObject, principalObject } from './principals.ts'

export interface Credential {
  readonly isSecret: boolean
  /** Days until it ends, negative when it ended; null: not known. */
  readonly endsInDays: number | null
  /** Days from its start to its end; null: not known. */
  readonly lifetimeDays: number | null
}

export interface CredentialHolder {
  readonly object: CheckObject
  readonly credentials: readonly Credential[]
  /** False: Microsoft did not return the secrets or the certificates. */
  readonly isRead: boolean
}

/**
 * Returns what holds secrets and certificates: the registrations of the directory, and the service
 * principals without those that they have from their registration. Microsoft renews the
 * certificates of managed identities by itself. Secrets of a registration in another directory are
 * not known.
 */
export function credentialHolders(
  applications: readonly ApplicationFacts[],
  servicePrincipals: readonly ServicePrincipalFacts[],
  now: Date,
): CredentialHolder[] {
  const keysByApp = new Map(
    applications.map((application) => [application.appId.toLowerCase(), keysOf(application)]),
  )
  return [
    ...applications.map((each) => holderOf(applicationObject(each), each, now)),
    ...servicePrincipals
      .filter(({ servicePrincipalType: type }) => type?.toLowerCase() !== 'managedidentity')
      .map((each) => {
        const keys = keysByApp.get(each.appId?.toLowerCase() ?? '')
        return holderOf(principalObject(each.id, each.displayName), without(each, keys), now)
      }),
  ]
}

interface Keys {
  readonly passwordCredentials?: readonly CredentialFacts[] | null | undefined
  readonly keyCredentials?: readonly CredentialFacts[] | null | undefined
}

const keysOf = ({ passwordCredentials, keyCredentials }: Keys): ReadonlySet<string> =>
  new Set(
    [...(passwordCredentials ?? []), ...(keyCredentials ?? [])].flatMap(({ keyId }) =>
      keyId ? [keyId.toLowerCase()] : [],
    ),
  )

function without(
  { passwordCredentials, keyCredentials }: Keys,
  keys: ReadonlySet<string> | undefined,
): Keys {
  const isOwn = ({ keyId }: CredentialFacts) => !keys?.has(keyId?.toLowerCase() ?? '')
  return {
    passwordCredentials: passwordCredentials?.filter(isOwn),
    keyCredentials: keyCredentials?.filter(isOwn),
  }
}

function holderOf(
  object: CheckObject,
  { passwordCredentials, keyCredentials }: Keys,
  now: Date,
): CredentialHolder {
  return {
    object,
    isRead: Boolean(passwordCredentials) && Boolean(keyCredentials),
    credentials: [
      ...(passwordCredentials ?? []).map((each) => credentialOf(each, true, now)),
      ...(keyCredentials ?? []).map((each) => credentialOf(each, false, now)),
    ],
  }
}

function credentialOf(
  { startDateTime, endDateTime }: CredentialFacts,
  isSecret: boolean,
  now: Date,
): Credential {
  const end = new Date(endDateTime ?? '')
  return {
    isSecret,
    endsInDays: daysUntil(endDateTime, now),
    // Null also where the end cannot be read.
    lifetimeDays: daysSince(startDateTime, end),
  }
}
