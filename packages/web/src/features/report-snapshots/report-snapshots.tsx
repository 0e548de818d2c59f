import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { DocumentDataRegular } from '@fluentui/react-icons/svg/document-data'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import { REPORTS } from '@tenantscope/contract/limits'
import type { listReportSnapshots } from '@tenantscope/contract/reports'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionAside, SectionCard } from '../../ui/section-card.tsx'
import { reportSnapshotsQuery } from './report-snapshots.queries.ts'
import { SnapshotTable } from './snapshot-table.tsx'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  more: { alignSelf: 'start' },
})

interface ReportSnapshotsProps {
  tenantId: TenantId
  /** What can be done with reports of this tenant. */
  buttons: ReactNode
  onCompare: (pair: readonly [ReportSnapshotId, ReportSnapshotId]) => void
}

/** The reports that were made of one tenant. */
export function ReportSnapshots(props: ReportSnapshotsProps) {
  return (
    <SectionCard title="Reports">
      <Snapshots {...props} />
    </SectionCard>
  )
}

function Snapshots(props: ReportSnapshotsProps) {
  const list = useInfiniteQuery(reportSnapshotsQuery(props.tenantId))
  if (list.isPending) return <PageSpinner text="Loading reports..." />
  if (list.isLoadingError)
    return (
      <LoadFailed
        title="The reports could not be loaded"
        message={userMessageOf(list.error)}
        requestId={requestIdOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  return <LoadedSnapshots {...props} list={list} />
}

interface LoadedSnapshotsProps extends ReportSnapshotsProps {
  list: UseInfiniteQueryResult<InfiniteData<CallReply<typeof listReportSnapshots>>>
}

function LoadedSnapshots(props: LoadedSnapshotsProps) {
  const { tenantId, list, buttons, onCompare } = props
  const styles = useStyles()
  const pages = list.data?.pages ?? []
  const snapshots = pages.flatMap((page) => page.snapshots)
  const kept = keptText(pages[0]?.retentionMonths ?? REPORTS.retentionMonths)
  const actions = <div className={styles.actions}>{buttons}</div>
  if (snapshots.length === 0)
    return (
      <EmptyState
        icon={<DocumentDataRegular />}
        title="No reports yet"
        text={`Every report that is run stays here, to be downloaded again and compared. ${kept}`}
        action={actions}
      />
    )
  return (
    <>
      <SectionAside>{actions}</SectionAside>
      {list.isRefetchError && (
        <RereadFailed
          title="The reports could not be loaded again"
          message={userMessageOf(list.error)}
        />
      )}
      <SnapshotTable tenantId={tenantId} snapshots={snapshots} onCompare={onCompare} />
      <Older list={list} />
      <span className={styles.note}>{kept}</span>
    </>
  )
}

function keptText(months: number): string {
  return `Reports are kept for ${months === 1 ? '1 month' : `${months} months`}.`
}

/** What comes after the list: the next page, on its way or refused. */
function Older({ list }: Pick<LoadedSnapshotsProps, 'list'>) {
  const styles = useStyles()
  if (list.isFetchNextPageError)
    return <MoreFailed error={list.error} onRetry={() => void list.fetchNextPage()} />
  if (!list.hasNextPage) return null
  return (
    <Button
      className={styles.more}
      disabledFocusable={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading...' : 'Load more'}
    </Button>
  )
}

function MoreFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Older reports could not be loaded</MessageBarTitle>
        {userMessageOf(error)}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
