import type { ReportShare } from '@tenantscope/contract/shares'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'

import { useLastShown } from '../../ui/use-last-shown.ts'
import { DeactivateQuestion } from './deactivate-question.tsx'
import type { OpenOverLinks } from './link-actions.tsx'
import { ViewLogDialog } from './view-log-dialog.tsx'

interface Over {
  kind: 'log' | 'question'
  share: ReportShare
}

/** What opens over a list of links: what a link asks for it with, and the dialogs. */
export function useOverLinks({ onReadAgain }: { onReadAgain: () => void }): {
  open: OpenOverLinks
  dialogs: ReactNode
} {
  const [opened, setOpened] = useState<Over | null>(null)
  const last = useLastShown(opened)
  const open = useMemo<OpenOverLinks>(
    () => ({
      showLog: (share) => setOpened({ kind: 'log', share }),
      askToDeactivate: (share) => setOpened({ kind: 'question', share }),
    }),
    [],
  )
  const dialogs = (
    <>
      {opened?.kind === 'log' && (
        <ViewLogDialog
          share={opened.share}
          onClose={() => {
            setOpened(null)
            // What stands in the log stands in the counts.
            onReadAgain()
          }}
        />
      )}
      {last?.kind === 'question' && (
        <DeactivateQuestion
          key={last.share.id}
          share={last.share}
          isOpen={opened?.kind === 'question'}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
  return { open, dialogs }
}
