import { Button, makeStyles } from '@fluentui/react-components'
import { DocumentDataRegular } from '@fluentui/react-icons/svg/document-data'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import { REPORTS } from '@tenantscope/contract/limits'
import { compareReportSnapshots, listReportSnapshots } from '@tenantscope/contract/reports'
import type { ReactNode } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { REPORT_SNAPSHOTS } from '../../../lib/tenant-data.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RereadFailed } from '../../../ui/reread-failed.tsx'
import { SectionAside, SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { SnapshotTable } from './snapshot-table.tsx'

const useStyles = makeStyles({
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
    return <LoadFailed title="The reports could not be loaded" query={list} />
  return <LoadedSnapshots {...props} list={list} />
}

interface LoadedSnapshotsProps extends ReportSnapshotsProps {
  list: UseInfiniteQueryResult<InfiniteData<CallReply<typeof listReportSnapshots>>>
}

function LoadedSnapshots(props: LoadedSnapshotsProps) {
  const { tenantId, list, buttons, onCompare } = props
  const pages = list.data?.pages ?? []
  const snapshots = pages.flatMap((page) => page.snapshots)
  const kept = keptText(pages[0]?.retentionMonths ?? REPORTS.retentionMonths)
  const actions = (
    <Stack row wrap gap={8}>
      {buttons}
    </Stack>
  )
  if (snapshots.length === 0)
    return (
      <EmptyState
        icon={<DocumentDataRegular />}
        title="No reports yet"
        text={`Reports are kept here for download and comparison. ${kept}`}
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
      <Text variant="caption" muted>
        {kept}
      </Text>
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
    return (
      <Notice
        intent="warning"
        title="Older reports could not be loaded"
        action={{ label: 'Try Again', onClick: () => void list.fetchNextPage() }}
      >
        {userMessageOf(list.error)}
      </Notice>
    )
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

/** The reports of a tenant, newest first, page by page. Schedules and colleagues make some: never fresh. */
function reportSnapshotsQuery(tenantId: TenantId) {
  return infiniteQueryOptions({
    queryKey: [REPORT_SNAPSHOTS, tenantId],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(listReportSnapshots, { params: { tenantId }, query: { cursor } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })
}

const FIRST_PAGE: string | undefined = undefined

/** What two reports differ in; neither ever changes. */
export function reportComparisonQuery(
  tenantId: TenantId,
  [one, other]: readonly [ReportSnapshotId, ReportSnapshotId],
) {
  return queryOptions({
    queryKey: ['report-comparison', tenantId, one, other],
    queryFn: ({ signal }) =>
      call(compareReportSnapshots, { params: { tenantId }, query: { one, other } }, { signal }),
  })
}
