import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import { compareReportSnapshots, listReportSnapshots } from '@tenantscope/contract/reports'

import { call } from '../../lib/api.ts'
import { REPORT_SNAPSHOTS } from '../../lib/tenant-data.ts'

/** The reports of a tenant, newest first, page by page. Schedules and colleagues make some: never fresh. */
export function reportSnapshotsQuery(tenantId: TenantId) {
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
