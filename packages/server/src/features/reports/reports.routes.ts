import {
  compareReportSnapshots,
  downloadReportSnapshot,
  generateReport,
  getReportProgress,
  listReportSnapshots,
} from '@tenantscope/contract/reports'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ReportProgressService } from './report-progress.service.ts'
import type { ReportSnapshotsService } from './report-snapshots.service.ts'
import type { ReportsService } from './reports.service.ts'

/** Reports of a tenant: whoever may see the tenant may make, read and compare them. */
export function mountReports(
  server: HttpServer,
  deps: {
    reports: ReportsService
    snapshots: ReportSnapshotsService
    progress: ReportProgressService
  },
): void {
  const { reports, snapshots, progress } = deps
  mount(server, generateReport, ({ tenant, body, actor, caller, signal }) => {
    const { format, progressId, licenseIds, userIds } = body
    const by = byOf(actor, caller)
    const asked = { format, progressId, userId: actor.userId, signal, actor, by }
    return reports.generate(tenant, { licenseIds, userIds }, asked)
  })
  mount(server, getReportProgress, ({ params, actor }) =>
    progress.find(params.progressId, actor.userId),
  )
  mount(server, listReportSnapshots, ({ tenant, query }) => snapshots.list(tenant, query.cursor))
  mount(server, downloadReportSnapshot, ({ tenant, params, query, actor, caller, signal }) => {
    const { format, progressId } = query
    const by = byOf(actor, caller)
    const asked = { format, progressId, userId: actor.userId, signal, by }
    return reports.download(tenant, params.snapshotId, asked)
  })
  mount(server, compareReportSnapshots, ({ tenant, query, signal }) =>
    snapshots.compare(tenant, [query.one, query.other], signal),
  )
}
