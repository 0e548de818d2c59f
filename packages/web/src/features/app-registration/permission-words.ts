import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'

import type { Permissions } from '../../lib/permissions.ts'
import type { StatusTone } from '../../ui/status-label.tsx'

export interface Word {
  tone: StatusTone
  word: string
}

/** Failures after which Microsoft has still told what it grants: nothing, or less than needed. */
const TELLING_FAILURES: readonly (TenantFailureCode | null)[] = [
  'CONSENT_REQUIRED',
  'PERMISSION_MISSING',
]

/** Whether 'not granted' was found out, or nobody could ask. */
export function areGrantsKnown(
  permissions: readonly CheckedPermission[],
  check: ConsentCheck | null,
): boolean {
  if (permissions.some(({ isGranted }) => isGranted)) return true
  return check !== null && (check.status !== 'fail' || TELLING_FAILURES.includes(check.error))
}

export const NOT_KNOWN: Word = { tone: 'unknown', word: 'Not known' }

/** Not granted, and not because nobody could tell: some tokens cannot be read, and then only trying tells. */
export function isMissing({ isGranted, proof }: CheckedPermission): boolean {
  return !isGranted && proof !== 'inconclusive'
}

/** Of a required permission. */
export function requiredWord(permission: CheckedPermission, isKnown: boolean): Word {
  if (permission.isGranted) return { tone: 'good', word: 'Granted' }
  return isKnown && isMissing(permission) ? { tone: 'bad', word: 'Missing' } : NOT_KNOWN
}

/** Of any other: granted, or asked for by the registration and not agreed to yet. */
export function additionalWord(
  permission: CheckedPermission,
  registration: Permissions,
  isKnown: boolean,
): Word {
  if (permission.isGranted) return { tone: 'good', word: 'Active' }
  if (!isKnown || !isMissing(permission)) return NOT_KNOWN
  return isAskedFor(permission, registration)
    ? { tone: 'waiting', word: 'Configured' }
    : { tone: 'off', word: 'Not granted' }
}

function isAskedFor({ id }: CheckedPermission, registration: Permissions): boolean {
  return registration.requiredResourceAccess.some(({ resourceAccess }) =>
    resourceAccess.some((asked) => asked.id === id && asked.type === 'Role'),
  )
}

/** What came of trying the permission; nothing of one that is not there, or that nobody would try. */
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
