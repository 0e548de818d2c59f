import type { TenantId } from '@tenantscope/contract/ids'
import { SHARES } from '@tenantscope/contract/limits'
import type { ReportType } from '@tenantscope/contract/report-document'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { createShare } from '@tenantscope/contract/shares'
import type { z } from 'zod'

import { readBody } from '../../lib/body-problems.ts'
import type { Read } from '../../lib/body-problems.ts'

/** The values of the form of a new link. */
export interface ShareValues {
  expirationDays: number
  /** As entered; blank: no limit. */
  maxAccess: string
  maskNames: boolean
  /** Blank: none. */
  passphrase: string
  /** Always blank: the selection is no field, but the server can refuse it. */
  reportData: ''
}

export const NEW_LINK: ShareValues = {
  expirationDays: SHARES.recommendedDays,
  maxAccess: '',
  maskNames: false,
  passphrase: '',
  reportData: '',
}

export type ShareInput = z.output<(typeof createShare)['body']>

/** The report of a link and its tenant. */
export interface Shared {
  tenantId: TenantId
  order: ReportOrder
}

/** Whether reports of a type name people, whose names can be masked. */
export const NAMES_PEOPLE = {
  'user-license': true,
  posture: false,
  savings: false,
} as const satisfies Record<ReportType, boolean>

/** Parses the values by the contract's schema; returns the input or the problems. */
export function readShare(values: ShareValues, { tenantId, order }: Shared): Read<ShareInput> {
  const { reportType, selection } = order
  return readBody(createShare.body, {
    ...values,
    tenantId,
    reportType,
    reportData: JSON.stringify(selection),
    maskNames: NAMES_PEOPLE[reportType] && values.maskNames,
    maxAccess: limitIn(values.maxAccess),
    passphrase: values.passphrase === '' ? null : values.passphrase,
  })
}

/** Returns NaN for text other than digits, such as '1e3'. */
function limitIn(text: string): number | null {
  const limit = text.trim()
  if (limit === '') return null
  return /^\d+$/.test(limit) ? Number(limit) : Number.NaN
}
