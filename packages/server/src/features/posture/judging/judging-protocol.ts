import type { CheckVerdict } from '@tenantscope/contract/posture'

import type { StoredFrame, StoredPage, TableText } from '../stored-rows.ts'

/** A judgement in the form in which it is stored. */
export interface StoredJudgement {
  readonly checkId: string
  readonly verdict: CheckVerdict
  readonly reason: string
  /** The JSON text of numbers by name. */
  readonly counts: string
  /** The JSON text of at most 1,000 objects: a text is received at once, however many they are. */
  readonly objects: string
  /** How many objects were left out. */
  readonly more: number
}

/** The judgements of every check of a tenant. */
export interface JudgedRows {
  readonly judgements: readonly StoredJudgement[]
  /** Equal for equal judgements. */
  readonly digest: string
}

export type JudgingRequest =
  /** Rows of an earlier tenant are dropped. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'rows'; readonly page: StoredPage }
  | { readonly kind: 'texts'; readonly texts: readonly TableText[] }
  /** All rows are sent. */
  | { readonly kind: 'judge'; readonly frame: StoredFrame; readonly now: Date }

export type JudgingMessage =
  | ({ readonly kind: 'judged' } & JudgedRows)
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }
