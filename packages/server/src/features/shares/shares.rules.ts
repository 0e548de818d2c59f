import { createHash } from 'node:crypto'

import { SHARES } from '@tenantscope/contract/limits'
import { ReportSelection } from '@tenantscope/contract/reports'
import { SHARE_REFUSED } from '@tenantscope/contract/shares'

import { AppError } from '../../lib/app-error.ts'

/** What the row holds of a token: whoever reads the database cannot open a link with it. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Ties a sealed token to its row, so that it opens nowhere else. */
export const tokenPurpose = (shareId: string): string => `shared_reports.share_token.${shareId}`

/** The selection in a share's reportData; whatever else stands in it is no business of ours. */
export function selectionIn(reportData: string): ReportSelection {
  const parsed = ReportSelection.safeParse(jsonIn(reportData))
  if (parsed.success) return parsed.data
  const message = 'Report data is required'
  throw new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.reportData', message }] })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One answer, whatever the reason (specification section 8). */
export const shareRefused = (): AppError => new AppError('NOT_FOUND', SHARE_REFUSED)

/** Failures of one window count together. */
export const windowStart = (now: Date): Date =>
  new Date(now.getTime() - SHARES.missWindowMinutes * 60_000)

export function tooManyFailures(message: string, oldestFailure: Date, now: Date): AppError {
  const leavesAt = oldestFailure.getTime() + SHARES.missWindowMinutes * 60_000
  const retryAfterSeconds = Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1_000))
  return new AppError('TOO_MANY_ATTEMPTS', message, { retryAfterSeconds })
}
