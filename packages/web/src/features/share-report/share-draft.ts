import type { ErrorBody } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import { SHARES } from '@tenantscope/contract/limits'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { createShare } from '@tenantscope/contract/shares'
import type { z } from 'zod'

/** A link as it stands in the fields. */
export interface ShareDraft {
  expirationDays: number
  /** As it was typed; blank: no limit. */
  maxAccess: string
  maskNames: boolean
  /** Blank: none. */
  passphrase: string
}

export const NEW_DRAFT: ShareDraft = {
  expirationDays: SHARES.recommendedDays,
  maxAccess: '',
  maskNames: false,
  passphrase: '',
}

export type ShareInput = z.output<(typeof createShare)['body']>

/** The first is the selection. */
const FIELDS = ['reportData', 'expirationDays', 'maxAccess', 'maskNames', 'passphrase'] as const
type ShareField = (typeof FIELDS)[number]

/** What is wrong, by field. */
export type ShareProblems = Readonly<Partial<Record<ShareField, string>>>

export const NO_PROBLEMS: ShareProblems = {}

/** Whether there is something to lose. */
export function isSameDraft(a: ShareDraft, b: ShareDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What a link shows, and of whom. */
export interface Shared {
  tenantId: TenantId
  selection: ReportSelection
}

/** The link that the fields mean, by the contract's own rules, or what is wrong with them. */
export function readDraft(
  draft: ShareDraft,
  { tenantId, selection }: Shared,
): { input: ShareInput } | { problems: ShareProblems } {
  const read = createShare.body.safeParse({
    tenantId,
    reportType: 'user-license',
    reportData: JSON.stringify(selection),
    expirationDays: draft.expirationDays,
    maxAccess: limitIn(draft.maxAccess),
    maskNames: draft.maskNames,
    passphrase: draft.passphrase === '' ? null : draft.passphrase,
  })
  if (read.success) return { input: read.data }
  return {
    problems: asProblems(
      read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    ),
  }
}

/** What the server refused, at the fields that it names. */
export function problemsIn(fields: ErrorBody['fields'] = []): ShareProblems {
  return asProblems(
    fields.map(({ field, message }) => ({ field: field.replace(/^body\./, ''), message })),
  )
}

/** Not a number where it is no whole number in digits: '1e3' is a slip, not a thousand. */
function limitIn(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

function asProblems(found: readonly { field: string; message: string }[]): ShareProblems {
  const problems: Partial<Record<ShareField, string>> = {}
  for (const { field, message } of found) {
    const known = FIELDS.find((each) => each === field)
    // The first problem of a field is the one to solve first.
    if (known !== undefined) problems[known] ??= message
  }
  return problems
}
