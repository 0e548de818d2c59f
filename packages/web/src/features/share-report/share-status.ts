import type { ReportShare, ShareEndReason } from '@tenantscope/contract/shares'

import type { Format } from '../../lib/format.ts'
import type { StatusTone } from '../../ui/status-label.tsx'

/** What a link is, as specification section 4 words it. */
export const SHARE_STATUSES = ['Active', 'Limit Reached', 'Expired', 'Inactive'] as const
export type ShareStatus = (typeof SHARE_STATUSES)[number]

export const STATUS_TONES = {
  Active: 'good',
  'Limit Reached': 'warning',
  Expired: 'waiting',
  Inactive: 'off',
} as const satisfies Record<ShareStatus, StatusTone>

/** A link's status now, in the order of specification section 4; it may expire while it is on screen. */
export function statusOf(share: ReportShare, now: Date): ShareStatus {
  if (hasExpired(share, now)) return 'Expired'
  if (share.isAccessLimitReached) return 'Limit Reached'
  return share.isActive ? 'Active' : 'Inactive'
}

/** Whether a customer can open it: only then it can be opened and copied here. */
export function canBeOpened(share: ReportShare, now: Date): boolean {
  return share.isActive && statusOf(share, now) === 'Active'
}

/** Whether there is something to end: at its limit, whoever has a pass can still load it. */
export function canBeDeactivated(share: ReportShare, now: Date): boolean {
  return share.isActive && !hasExpired(share, now)
}

const END_REASONS = {
  deactivated: 'Deactivated',
  'maker-disabled': 'Ended because the account of its maker was disabled',
  'tenant-lost': 'Ended because its maker lost access to the tenant',
} as const satisfies Record<ShareEndReason, string>

/** Why and when a link was ended before its time; null where it was not. */
export function endText({ endReason, endedAt }: ReportShare, format: Format): string | null {
  if (endReason === null) return null
  const reason = END_REASONS[endReason]
  return endedAt === null ? reason : `${reason}, ${format.dateTime(endedAt)}`
}

/** '2 of 5 views', without a limit '2 views'. */
export function viewsText({ accessCount, maxAccess }: ReportShare, format: Format): string {
  const count = format.number(accessCount)
  if (maxAccess !== null) return `${count} of ${format.number(maxAccess)} views`
  return accessCount === 1 ? '1 view' : `${count} views`
}

const HOUR_MS = 3_600_000

/** 'in 7 days' or 'yesterday': rounded, since a link made just now for 7 days lasts 6.99 of them. */
export function expiryText({ expiresAt }: ReportShare, format: Format, now: Date): string {
  const left = new Date(expiresAt).getTime() - now.getTime()
  const half = left >= 24 * HOUR_MS ? 12 * HOUR_MS : HOUR_MS / 2
  return left < HOUR_MS
    ? format.relative(expiresAt, now)
    : format.relative(expiresAt, new Date(now.getTime() - half))
}

function hasExpired({ isExpired, expiresAt }: ReportShare, now: Date): boolean {
  return isExpired || new Date(expiresAt) <= now
}
