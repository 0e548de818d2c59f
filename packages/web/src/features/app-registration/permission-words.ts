import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'

import type { Permissions } from '../../lib/permissions.ts'
import type { StatusTone } from '../../ui/status-label.tsx'

export interface Word {
  tone: StatusTone
  word: string
}

/** Failures after which the grants are known: none, or too few. */
const TELLING_FAILURES: readonly (TenantFailureCode | null)[] = [
  'CONSENT_REQUIRED',
  'PERMISSION_MISSING',
]

/** Failures with which Microsoft does not accept the registration: earlier grants are worth nothing. */
export const NOT_ACCEPTED: readonly (TenantFailureCode | null)[] = [
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
  'APP_DISABLED',
]

/** Returns whether the grants are known: 'not granted' is a finding, and 'granted' still applies. */
export function areGrantsKnown(
  permissions: readonly CheckedPermission[],
  check: ConsentCheck | null,
): boolean {
  if (check !== null && NOT_ACCEPTED.includes(check.error)) return false
  if (permissions.some(({ isGranted }) => isGranted)) return true
  return check !== null && (check.status !== 'fail' || TELLING_FAILURES.includes(check.error))
}

export const NOT_KNOWN: Word = { tone: 'unknown', word: 'Not known' }
export const GRANTED: Word = { tone: 'good', word: 'Granted' }
export const MISSING: Word = { tone: 'bad', word: 'Missing' }
const GRANTED_IN_EXCESS: Word = { tone: 'warning', word: 'Granted' }

/** Returns whether it is not granted. Some tokens cannot be read; then only a trial call gives a result. */
export function isMissing({ isGranted, proof }: CheckedPermission): boolean {
  return !isGranted && proof !== 'inconclusive'
}

/** Of a required permission. */
export function requiredWord(permission: CheckedPermission, isKnown: boolean): Word {
  if (!isKnown) return NOT_KNOWN
  if (permission.isGranted) return GRANTED
  return isMissing(permission) ? MISSING : NOT_KNOWN
}

/** Of any other: granted, or asked for by the registration and not agreed to yet. */
export function additionalWord(
  permission: CheckedPermission,
  registration: Permissions,
  isKnown: boolean,
): Word {
  if (!isKnown) return NOT_KNOWN
  // Granted is no good news of a permission that Tenantscope does not need.
  if (permission.isGranted) return permission.kind === 'optional' ? GRANTED : GRANTED_IN_EXCESS
  if (!isMissing(permission)) return NOT_KNOWN
  return isAskedFor(permission, registration)
    ? { tone: 'waiting', word: 'Configured' }
    : { tone: 'off', word: 'Not granted' }
}

function isAskedFor({ id }: CheckedPermission, registration: Permissions): boolean {
  return registration.requiredResourceAccess.some(({ resourceAccess }) =>
    resourceAccess.some((asked) => asked.id === id && asked.type === 'Role'),
  )
}

/** Returns the result of the trial call; undefined when there is none. */
export function proofWord({ kind, isGranted, proof }: CheckedPermission): Word | undefined {
  const isTried = isGranted && (kind === 'required' || kind === 'optional')
  return isTried || proof !== 'notTried' ? PROOFS[proof] : undefined
}

const PROOFS: Record<CheckedPermission['proof'], Word> = {
  proven: { tone: 'good', word: 'Proven' },
  refused: { tone: 'warning', word: 'Refused by Microsoft' },
  inconclusive: { tone: 'waiting', word: 'Not yet proven' },
  notTried: { tone: 'waiting', word: 'Not yet proven' },
}
