import type { MailSettings } from '@tenantscope/contract/mail'
import { useState } from 'react'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { draftOf, isSameServer, mailProblems, readMail } from './mail-draft.ts'
import type { MailDraft } from './mail-draft.ts'
import { useSaveMail } from './report-settings.queries.ts'
import type { MailInput } from './report-settings.queries.ts'

export type MailForm = ReturnType<typeof useMailForm>

/** The fields of the mail server, what is wrong with them, and their saving. */
export function useMailForm(
  mail: MailSettings,
  { onDirty, runFresh }: { onDirty: (isDirty: boolean) => void; runFresh: RunFresh },
) {
  const [stored, setStored] = useState(mail)
  const initial = draftOf(stored.settings)
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const save = useSaveMail(runFresh)
  const change = (changes: Partial<MailDraft>) => {
    const changed = { ...draft, ...changes }
    setDraft(changed)
    // In the same event: an Escape that follows at once has to find it.
    onDirty(!isSameServer(changed, initial))
    setProblems({})
    if (save.isError) save.reset()
  }
  const send = (input: MailInput) => {
    if (save.isPending) return
    save.mutate(input, {
      onSuccess: (saved) => {
        setStored(saved)
        setDraft(draftOf(saved.settings))
        onDirty(false)
      },
      onError: (error) => setProblems(mailProblems(bodyProblemsOf(error))),
    })
  }
  const { version } = stored
  return {
    draft,
    stored: stored.settings,
    problems,
    change,
    submit: () => {
      const read = readMail(draft, { stored: stored.settings, version })
      if ('problems' in read) setProblems(read.problems)
      else send(read.input)
    },
    remove: () => send({ settings: null, version }),
    /** With it went the button that had the focus. */
    wasRemoved: save.data?.settings === null,
    isPending: save.isPending,
    isDirty: !isSameServer(draft, initial),
    /** Why it was not saved, unless that is said at fields. */
    error: Object.keys(problems).length > 0 ? null : save.error,
  }
}
