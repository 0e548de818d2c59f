import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ShareId } from '@tenantscope/contract/ids'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ReportShare, ShareView } from '@tenantscope/contract/shares'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'

import { browserName } from '../../lib/browser-name.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { focusAfterQuestion } from '../../ui/use-focus-back.ts'
import { useLastShown } from '../../ui/use-last-shown.ts'
import { logButtonId } from './link-table.tsx'
import type { OpenOverLinks } from './link-table.tsx'
import { useDeactivateShare, shareViewsQuery } from './shares.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '900px' },
  content: { minHeight: '240px', '@media (max-height: 640px)': { minHeight: 0 } },
  link: { margin: '0 0 16px' },
})

interface Over {
  kind: 'log' | 'question'
  share: ReportShare
}

/** Holds the dialogs over a list of links and returns the functions that open them. */
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
            // The log may contain newer views than the counts.
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

/** The view log of a link. */
function ViewLogDialog({ share, onClose }: { share: ReportShare; onClose: () => void }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <ClosableDialog
      title="View log"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <p className={styles.link}>
        Link to <ForeignText wrap>{share.tenantName}</ForeignText>, created{' '}
        {format.dateTime(share.createdAt)}
      </p>
      <ViewLog shareId={share.id} />
    </ClosableDialog>
  )
}

interface DeactivateQuestionProps {
  share: ReportShare
  isOpen: boolean
  onClose: () => void
}

/** Asks before a link is ended. */
function DeactivateQuestion({ share, isOpen, onClose }: DeactivateQuestionProps) {
  const deactivation = useDeactivateShare()
  const end = () => {
    onClose()
    // The used button may be gone.
    focusAfterQuestion(document.getElementById(logButtonId(share.id)))
  }
  return (
    <ConfirmDialog
      title="Deactivate this link?"
      confirmLabel="Deactivate"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={deactivation.isPending}
      onConfirm={() => {
        // Closes only this question: another dialog may be open by then.
        if (!deactivation.isPending) deactivation.mutate(share.id, { onSettled: end })
      }}
      onCancel={onClose}
    >
      The link to <ForeignText wrap>{share.tenantName}</ForeignText> can no longer be opened, and
      running downloads are stopped. This cannot be undone. You can create a new link.
    </ConfirmDialog>
  )
}

/** Lists the views of a link: time, address and browser. */
export function ViewLog({ shareId }: { shareId: ShareId }) {
  const log = useQuery(shareViewsQuery(shareId))
  if (log.isPending) return <PageSpinner text="Loading views..." />
  if (log.isError) return <LoadFailed title="The view log could not be loaded" query={log} />
  if (log.data.views.length === 0) return <EmptyState title="This link has not been opened yet" />
  return <Views {...log.data} />
}

function Views({ views, total }: { views: readonly ShareView[]; total: number }) {
  const format = useFormat()
  const columns: readonly TableColumn<ShareView>[] = [
    {
      header: 'Time',
      render: ({ accessedAt }) => (
        <Text tabular nowrap>
          {format.dateTime(accessedAt)}
        </Text>
      ),
    },
    { header: 'What', render: whatText },
    { header: 'Address', render: ({ ipAddress }) => ipAddress ?? 'Not known' },
    { header: 'Browser', render: ({ userAgent }) => <Browser userAgent={userAgent} /> },
  ]
  const caption =
    views.length < total
      ? `The latest ${format.number(views.length)} of ${format.number(total)} entries`
      : 'Views and downloads, the latest first'
  return (
    <DataTable
      caption={caption}
      isCaptionShown
      columns={columns}
      rows={views}
      // The log grows at its top only: the position from the end is stable.
      rowId={(_, index) => total - index}
    />
  )
}

function whatText({ accessType, format }: ShareView): string {
  if (accessType === 'view') return 'View'
  return format === null ? 'Download' : `Download, ${REPORT_FORMATS[format].name}`
}

/** Specification section 9. */
const USER_AGENT_SHOWN = 40

function Browser({ userAgent }: { userAgent: string | null }) {
  if (userAgent === null || userAgent === '') return 'Not known'
  const signs = Array.from(userAgent)
  const cut =
    signs.length > USER_AGENT_SHOWN ? `${signs.slice(0, USER_AGENT_SHOWN).join('')}…` : userAgent
  return (
    <span title={userAgent}>
      <ForeignText wrap>{browserName(userAgent) ?? cut}</ForeignText>
    </span>
  )
}
