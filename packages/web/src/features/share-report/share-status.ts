import type { ReportOrder } from '@tenantscope/contract/reports'
import type { ReportShare, ShareEndReason } from '@tenantscope/contract/shares'

import type { Format } from '../../lib/format.ts'
import { postureFiguresText, savingsFiguresText } from '../../lib/report-figures.ts'
import type { StatusTone } from '../../ui/status-label.tsx'

/** The statuses of a link (specification section 4). */
export const SHARE_STATUSES = ['Active', 'Limit Reached', 'Expired', 'Inactive'] as const
export type ShareStatus = (typeof SHARE_STATUSES)[number]

export const STATUS_TONES = {
  Active: 'good',
  'Limit Reached': 'warning',
  Expired: 'waiting',
  Inactive: 'off',
} as const satisfies Record<ShareStatus, StatusTone>

/** Returns a link's current status, in the order of specification section 4. */
export function statusOf(share: ReportShare, now: Date): ShareStatus {
  if (hasExpired(share, now)) return 'Expired'
  if (share.isAccessLimitReached) return 'Limit Reached'
  return share.isActive ? 'Active' : 'Inactive'
}

/** Returns whether a customer can open the link; otherwise it cannot be opened or copied here. */
export function canBeOpened(share: ReportShare, now: Date): boolean {
  return share.isActive && statusOf(share, now) === 'Active'
}

/** Returns whether the link can be ended: at its limit, visitors with a pass can still load it. */
export function canBeDeactivated(share: ReportShare, now: Date): boolean {
  return share.isActive && !hasExpired(share, now)
}

const END_REASONS = {
  deactivated: 'Deactivated',
  'maker-disabled': 'Ended because the account of its creator was disabled',
  'tenant-lost': 'Ended because its creator lost access to the tenant',
} as const satisfies Record<ShareEndReason, string>

/** Returns why and when a link was ended early; null when it was not. */
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

/** Returns what a new link contains: '5 licenses, 1 person' or 'The score and 12 checks'. */
export function orderText(order: ReportOrder, format: Format): string {
  if (order.reportType === 'user-license') {
    const { licenseIds, userIds } = order.selection
    return contentsText({ licenses: licenseIds.length, people: userIds.length }, format)
  }
  if (order.reportType === 'savings') {
    const { licenseIds } = order.selection
    if (licenseIds === undefined) return 'Every license that costs something'
    return licensesText(licenseIds.length, format)
  }
  const { checkIds } = order.selection
  if (checkIds === undefined) return 'The score and every check'
  const count = checkIds.length === 1 ? '1 check' : `${format.number(checkIds.length)} checks`
  return `The score and ${count}`
}

/** Returns what a link contains: '5 licenses, 1 person' or 'Score 62%, 3 failed checks'. */
export function sharedText({ summary, posture, savings }: ReportShare, format: Format): string {
  if (summary !== null)
    return contentsText({ licenses: summary.totalLicenses, people: summary.totalUsers }, format)
  if (savings !== null) return savingsFiguresText(savings, format)
  return posture === null ? '—' : postureFiguresText(posture, format)
}

/** '5 licenses, 1 person'. */
function contentsText(
  { licenses, people }: { licenses: number; people: number },
  format: Format,
): string {
  return `${licensesText(licenses, format)}, ${people === 1 ? '1 person' : `${format.number(people)} people`}`
}

const licensesText = (count: number, { number }: Format): string =>
  count === 1 ? '1 license' : `${number(count)} licenses`
