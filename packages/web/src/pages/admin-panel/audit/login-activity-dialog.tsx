import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
  SearchBox,
  Spinner,
} from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { Q_LENGTH, signInsQuery, TYPING_MS } from './audit.queries.ts'
import { LoginRows } from './login-rows.tsx'
import { Pager } from './pager.tsx'
import { usePages } from './use-pages.ts'

const useStyles = makeStyles({
  surface: { maxWidth: 'min(1200px, 96vw)' },
  content: { display: 'flex', flexDirection: 'column', gap: '12px' },
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  search: { flexGrow: 1, maxWidth: '360px' },
})

/** Who signed in, or tried to (specification section 2, Admin Panel). */
export function LoginActivityDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const email = useSettled(text.trim(), TYPING_MS)
  const pages = usePages(email)
  const log = useQuery(signInsQuery(email, pages.cursor))
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Login Activity Audit Trail</ClosableTitle>
          <DialogContent className={styles.content}>
            <div className={styles.tools}>
              <SearchBox
                className={styles.search}
                aria-label="Filter by email"
                placeholder="Filter by email"
                maxLength={Q_LENGTH}
                value={text}
                onChange={(_, { value }) => setText(value)}
              />
              <Button
                icon={log.isFetching ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
                disabledFocusable={log.isFetching}
                onClick={() => void log.refetch()}
              >
                Refresh
              </Button>
            </div>
            {log.isPending && <PageSpinner text="Loading login activity..." />}
            {log.isError && (
              <LoadFailed
                title="Login activity could not be loaded"
                message={userMessageOf(log.error)}
                requestId={requestIdOf(log.error)}
                onRetry={() => void log.refetch()}
              />
            )}
            {log.data?.logs.length === 0 && <EmptyState title="No login activity found" />}
            {log.data && log.data.logs.length > 0 && (
              <>
                <LoginRows logs={log.data.logs} />
                <Pager
                  label="Pages of login activity"
                  pages={pages}
                  shown={log.data.logs.length}
                  total={log.data.total}
                  nextCursor={log.data.nextCursor}
                />
              </>
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
