import { SHARES } from '@tenantscope/contract/limits'
import type { ReportType } from '@tenantscope/contract/report-document'
import { ReportOrder } from '@tenantscope/contract/reports'
import { SHARE_REFUSED } from '@tenantscope/contract/shares'

import { AppError, badField } from '../../lib/app-error.ts'

/** Binds a sealed token to its row, so that it opens nowhere else. */
export const tokenPurpose = (shareId: string): string => `shared_reports.share_token.${shareId}`

/** Returns the type and the selection of a share's report; ignores other properties of its reportData. */
export function orderIn(share: { reportType: ReportType; reportData: string }): ReportOrder {
  const { reportType, reportData } = share
  const parsed = ReportOrder.safeParse({ reportType, selection: jsonIn(reportData) })
  if (parsed.success) return parsed.data
  throw badField('reportData', 'Report data is required')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same error for every reason (specification section 8). */
export const shareRefused = (): AppError => new AppError('NOT_FOUND', SHARE_REFUSED)

/** Failures within one window are counted together. */
export const windowStart = (now: Date): Date =>
  new Date(now.getTime() - SHARES.missWindowMinutes * 60_000)

export function tooManyFailures(message: string, oldestFailure: Date, now: Date): AppError {
  const leavesAt = oldestFailure.getTime() + SHARES.missWindowMinutes * 60_000
  const retryAfterSeconds = Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1_000))
  return new AppError('TOO_MANY_ATTEMPTS', message, { retryAfterSeconds })
}
