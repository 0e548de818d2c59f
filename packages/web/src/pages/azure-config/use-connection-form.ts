import { useQueryClient } from '@tanstack/react-query'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useState } from 'react'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { showToast } from '../../lib/toasts.ts'
import { draftOf, isSameDraft, NO_PROBLEMS, problemsIn, readDraft } from './connection-draft.ts'
import type { ConnectionDraft, Problems } from './connection-draft.ts'
import { useSaveConnection } from './use-save-connection.ts'

/** The fields of the connection, what is wrong with them, and what saving them comes to. */
export function useConnectionForm(loaded: AzureConfig, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  // What the fields began with: what is read of it meanwhile must not change them.
  const [stored, setStored] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)

  const take = (newer: AzureConfig) => {
    setStored(newer)
    setDraft(draftOf(newer))
    setProblems(NO_PROBLEMS)
  }
  const { save, dialog } = useSaveConnection({
    onSaved: (newer) => {
      take(newer)
      onSaved()
    },
  })
  const submit = () => {
    if (save.isPending) return
    const read = readDraft(draft, stored)
    setProblems('problems' in read ? read.problems : NO_PROBLEMS)
    if ('problems' in read) return
    save.mutate(read.input, {
      onError: (error) => {
        setProblems(fieldProblemsOf(error))
        // Who changed it, and when, is told with the newer one.
        if (isConflict(error))
          void client.invalidateQueries({ queryKey: azureConfigQuery({ isQuiet: true }).queryKey })
      },
    })
  }
  const loadNewer = async () => {
    try {
      take(await client.fetchQuery(azureConfigQuery({ isQuiet: false })))
      save.reset()
    } catch (error) {
      showToast({ intent: 'error', title: 'Not loaded', text: userMessageOf(error) })
    }
  }

  return {
    stored,
    draft,
    problems,
    isDirty: !isSameDraft(draft, draftOf(stored)),
    isSaving: save.isPending,
    error: save.error,
    change: (changes: Partial<ConnectionDraft>) => {
      setDraft({ ...draft, ...changes })
      setProblems(NO_PROBLEMS)
    },
    submit,
    loadNewer: () => void loadNewer(),
    /** Asks for a fresh sign-in where the server wants one. */
    dialog,
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

function fieldProblemsOf(error: unknown): Problems {
  return error instanceof ApiError ? problemsIn(error.body?.fields) : NO_PROBLEMS
}
