import type { SkuSubscription } from '@tenantscope/contract/estate-licenses'

interface TextFormat {
  readonly number: (value: number) => string
  readonly date: (at: string) => string
}

/**
 * Returns what the end of a subscription's present state means: '30 seats: renews or ends on Mar 01, 2027'.
 * Whether a subscription renews by itself is not known.
 */
export function subscriptionText(subscription: SkuSubscription, format: TextFormat): string {
  const { seats, endsAt } = subscription
  const count = seats === 1 ? '1 seat' : `${format.number(seats)} seats`
  const [state, end] = wordsOf(subscription)
  if (endsAt === null) return `${count}${state && ` ${state}`}: no end`
  return `${count}${state && ` ${state}`}: ${end} on ${format.date(endsAt)}`
}

type Words = readonly [state: string, end: string]

function wordsOf({ status, isTrial }: SkuSubscription): Words {
  const words = BY_STATUS.get(status?.trim().toUpperCase() ?? '')
  if (words !== undefined) return words
  return isTrial ? ['on trial', 'the trial ends'] : ['', 'renews or ends']
}

/** By Microsoft's states other than Enabled. */
const BY_STATUS: ReadonlyMap<string, Words> = new Map([
  ['WARNING', ['in the grace period', 'the grace period ends']],
  ['SUSPENDED', ['suspended', 'will be deleted']],
  ['LOCKEDOUT', ['locked out', 'will be deleted']],
  ['DELETED', ['deleted', 'its data ends']],
])
