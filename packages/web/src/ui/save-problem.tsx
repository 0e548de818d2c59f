import { useMutation } from '@tanstack/react-query'
import { useEffect, useId } from 'react'

import { ApiError, userMessageOf } from '../lib/api-error.ts'
import type { Format } from '../lib/format.ts'
import { useFormat } from '../lib/preferences.ts'
import { ActionButton } from './action-button.tsx'
import { Notice } from './notice.tsx'

interface SaveProblemProps {
  error: unknown
  /** The edited object, such as 'group'. */
  what: string
  /** Loads the version that another user saved, and starts the form with it. A rejection changes nothing. */
  onLoadNewer: () => Promise<unknown>
}

/**
 * Shows why a form was not saved; after a conflict the newer version can be loaded. It is brought into
 * view with the focus, since the Save button of a long form is far below.
 */
export function SaveProblem({ error, what, onLoadNewer }: SaveProblemProps) {
  const format = useFormat()
  const id = useId()
  const load = useMutation({ mutationFn: () => onLoadNewer() })
  useEffect(() => {
    const bar = document.getElementById(id)
    bar?.focus({ preventScroll: true })
    // In the middle: bars that stay at the top or the bottom do not cover it.
    bar?.scrollIntoView({ block: 'center' })
  }, [id])
  if (!(error instanceof ApiError && error.status === 409))
    return (
      <Notice id={id} tabIndex={-1} intent="error" title="Not saved">
        {userMessageOf(error)}
      </Notice>
    )
  const text = conflictText(error, format)
  return (
    <Notice
      id={id}
      tabIndex={-1}
      intent="warning"
      title="Changed by another user"
      actions={
        <ActionButton isBusy={load.isPending} busyLabel="Loading..." onClick={() => load.mutate()}>
          {load.isError ? 'Try again' : 'Load newer'}
        </ActionButton>
      }
    >
      {load.isError
        ? `The newer ${what} could not be loaded. ${userMessageOf(load.error)} Your changes are still here.`
        : `${/[.!?]$/.test(text) ? text : `${text}.`} Loading the newer ${what} discards your changes.`}
    </Notice>
  )
}

/** Returns who changed the record and when, in the reader's time zone; for other failures the server's sentence. */
function conflictText(error: unknown, { dateTime }: Pick<Format, 'dateTime'>): string {
  const changed = error instanceof ApiError ? error.body?.changed : undefined
  if (typeof changed?.at !== 'string') return userMessageOf(error)
  return `Changed by ${changed.by ?? 'another user'} on ${dateTime(changed.at)}.`
}
