import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { UserId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import type { OverUser } from './account-section.tsx'
import { ManageUser } from './manage-user.tsx'
import { OverUserDialogs } from './over-user-dialogs.tsx'
import { changeOf, draftOf, hasChange } from './user-draft.ts'
import type { Touched } from './user-draft.ts'
import { userQuery } from './users.queries.ts'

const useStyles = makeStyles({
  surface: {
    maxWidth: '680px',
    '@media (max-width: 480px)': { width: '100%', maxWidth: '100%' },
  },
  waiting: { minHeight: '320px' },
})

interface ManageUserDialogProps {
  userId: UserId
  runFresh: RunFresh
  onClose: () => void
}

/** One person: who they are, what they may do and see, and their account. */
export function ManageUserDialog({ userId, runFresh, onClose }: ManageUserDialogProps) {
  const styles = useStyles()
  const details = useQuery(userQuery(userId))
  const [over, setOver] = useState<OverUser | null>(null)
  const [touched, setTouched] = useState<Touched>({})
  const { data } = details
  const isDirty = data !== undefined && hasChange(changeOf(data, { ...draftOf(data), ...touched }))
  const { unlessDirty, question } = useDiscardQuestion(isDirty, {
    text: 'What you changed of this person is not saved yet.',
  })
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <ClosableTitle onClose={requestClose}>Manage User</ClosableTitle>
            {data ? (
              <ManageUser
                details={data}
                touched={touched}
                runFresh={runFresh}
                onTouch={setTouched}
                onOpen={setOver}
                onClose={requestClose}
              />
            ) : (
              <>
                <DialogContent className={styles.waiting}>
                  {details.isPending ? (
                    <PageSpinner text="Loading the user..." />
                  ) : (
                    <LoadFailed
                      title="Failed to load the user"
                      message={userMessageOf(details.error)}
                      requestId={requestIdOf(details.error)}
                      onRetry={() => void details.refetch()}
                      retryLabel="Retry"
                    />
                  )}
                </DialogContent>
                <DialogActions>
                  <Button onClick={onClose}>Close</Button>
                </DialogActions>
              </>
            )}
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {data && (
        <OverUserDialogs
          details={data}
          over={over}
          runFresh={runFresh}
          onClose={(mine) => setOver((now) => (now === mine ? null : now))}
        />
      )}
      {question}
    </>
  )
}
