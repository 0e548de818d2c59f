import type { TenantListItem, Verification } from '@tenantscope/contract/tenants'

import { sumSentence } from './tenant-sums.ts'

interface Tenant extends Pick<
  TenantListItem,
  'status' | 'failure' | 'consent' | 'isReadingStopped' | 'accessLevel' | 'dataAsOf'
> {
  /** True while a refusal of the connection keeps this tenant from being read. */
  readonly isRefused: boolean
}

/** Returns the verified access to a tenant; each tenant has exactly one. */
export function verificationOf(tenant: Tenant): Verification {
  const { status, failure, consent, isReadingStopped, isRefused, accessLevel, dataAsOf } = tenant
  if (status === 'Inactive') return 'inactive'
  if (isRefused || failure !== null || isReadingStopped || consent.state !== 'granted')
    return 'notReadable'
  if (accessLevel !== 'unknown') return accessLevel
  // Microsoft may issue tokens whose permissions cannot be read: full access is not verified then.
  return dataAsOf === null ? 'notReadable' : 'limited'
}

/** True when the tenant can be read now. */
export function isReadable({ verification }: Pick<TenantListItem, 'verification'>): boolean {
  return verification === 'full' || verification === 'limited'
}

/** Counts tenants by their verified access; the four counts add up to the number of tenants. */
export function countVerifications(
  tenants: readonly Pick<TenantListItem, 'verification'>[],
): Record<Verification, number> {
  const counts = { full: 0, limited: 0, notReadable: 0, inactive: 0 }
  for (const { verification } of tenants) counts[verification] += 1
  return counts
}

type Unreadable = Pick<
  TenantListItem,
  'verification' | 'failure' | 'isReadingStopped' | 'consent' | 'dataAsOf'
>

/** Why a tenant is not readable; the first reason that applies. */
const UNREADABLE: readonly (readonly [name: string, applies: (tenant: Unreadable) => boolean])[] = [
  ['failed', ({ failure }) => failure !== null],
  ['stopped', ({ isReadingStopped }) => isReadingStopped],
  ['waiting for approval', ({ consent }) => consent.state === 'awaitingApproval'],
  ['without consent', ({ consent }) => consent.state !== 'granted'],
  ['not read yet', ({ dataAsOf }) => dataAsOf === null],
  ['refused by Microsoft', () => true],
]

/**
 * Returns why tenants are not readable as one sentence that adds up: '2 failed + 3 without consent = 5
 * not readable'. The failed ones are those of the finding 'could not be read'. Null when one reason
 * at most applies.
 */
export function unreadableSentence(
  tenants: readonly Unreadable[],
  numberText: (value: number) => string,
): string | null {
  const reasons = tenants
    .filter(({ verification }) => verification === 'notReadable')
    .map((tenant) => UNREADABLE.find(([, applies]) => applies(tenant))?.[0])
  return sumSentence(
    UNREADABLE.map(([name]) => [reasons.filter((reason) => reason === name).length, name]),
    { total: ['not readable', 'not readable'], numberText },
  )
}
