import type { ReportSettings } from '@tenantscope/contract/branding'
import { useState } from 'react'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import { draftOf, isSameLook, readLook } from './look-draft.ts'
import type { LookDraft } from './look-draft.ts'
import { useSaveReportSettings } from './report-settings.queries.ts'

export type LookForm = ReturnType<typeof useLookForm>

/** The fields of the look, what is wrong with them, and their saving. */
export function useLookForm(settings: ReportSettings, onDirty: (isDirty: boolean) => void) {
  const [initial, setInitial] = useState(() => draftOf(settings))
  const [version, setVersion] = useState(settings.version)
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const save = useSaveReportSettings()
  const change = (changes: Partial<LookDraft>) => {
    const changed = { ...draft, ...changes }
    setDraft(changed)
    // In the same event: an Escape that follows at once has to find it.
    onDirty(!isSameLook(changed, initial))
    setProblems({})
    if (save.isError) save.reset()
  }
  const submit = () => {
    if (save.isPending) return
    const read = readLook(draft, version)
    if ('problems' in read) {
      setProblems(read.problems)
      return
    }
    save.mutate(read.input, {
      onSuccess: (saved) => {
        const stored = draftOf(saved)
        setInitial(stored)
        setDraft(stored)
        setVersion(saved.version)
        onDirty(false)
      },
      onError: (error) => setProblems(bodyProblemsOf(error)),
    })
  }
  return {
    draft,
    problems,
    change,
    submit,
    isPending: save.isPending,
    isDirty: !isSameLook(draft, initial),
    /** Why it was not saved, unless that is said at fields. */
    error: Object.keys(problems).length > 0 ? null : save.error,
  }
}
