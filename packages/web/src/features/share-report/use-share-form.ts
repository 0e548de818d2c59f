import type { CallReply } from '@tenantscope/contract/endpoint'
import type { createShare } from '@tenantscope/contract/shares'
import { useState } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { isSameDraft, NEW_DRAFT, NO_PROBLEMS, problemsIn, readDraft } from './share-draft.ts'
import type { Shared, ShareDraft, ShareProblems } from './share-draft.ts'
import { useCreateShare } from './shares.queries.ts'

/** A link that was just made, with its passphrase, which nobody can read again. */
export interface CreatedShare {
  share: CallReply<typeof createShare>['share']
  /** Blank: none. */
  passphrase: string
}

export interface ShareForm {
  draft: ShareDraft
  problems: ShareProblems
  isPending: boolean
  /** Why the last attempt failed, unless that is said at fields. */
  error: unknown
  created: CreatedShare | null
  change: (changes: Partial<ShareDraft>) => void
  submit: (shared: Shared) => void
  /** Back to empty fields, for another link. */
  beginAnew: () => void
}

/** The fields of a new link, what is wrong with them, and what becomes of it. */
export function useShareForm({ onDirty }: { onDirty: (isDirty: boolean) => void }): ShareForm {
  const [draft, setDraft] = useState(NEW_DRAFT)
  const [problems, setProblems] = useState<ShareProblems>(NO_PROBLEMS)
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const create = useCreateShare()
  const hasFieldProblem = Object.keys(problems).length > 0
  return {
    draft,
    problems,
    isPending: create.isPending,
    error: hasFieldProblem ? null : create.error,
    created,
    change: (changes) => {
      const changed = { ...draft, ...changes }
      setDraft(changed)
      // In the same event: an Escape that follows at once has to find it.
      onDirty(!isSameDraft(changed, NEW_DRAFT))
      setProblems(NO_PROBLEMS)
      if (create.isError) create.reset()
    },
    submit: (shared) => {
      if (create.isPending) return
      const read = readDraft(draft, shared)
      setProblems('problems' in read ? read.problems : NO_PROBLEMS)
      if ('problems' in read) return
      create.mutate(read.input, {
        onSuccess: ({ share }) => {
          onDirty(false)
          setCreated({ share, passphrase: draft.passphrase })
        },
        onError: (error) => setProblems(fieldProblemsOf(error)),
      })
    },
    beginAnew: () => {
      create.reset()
      setDraft(NEW_DRAFT)
      setCreated(null)
    },
  }
}

function fieldProblemsOf(error: unknown): ShareProblems {
  return error instanceof ApiError ? problemsIn(error.body?.fields) : NO_PROBLEMS
}
