import { getReportSettings, saveReportSettings } from '@tenantscope/contract/branding'
import {
  compareReportSnapshots,
  downloadReportSnapshot,
  generateReport,
  getReportProgress,
  listReportSnapshots,
  ReportOrder,
} from '@tenantscope/contract/reports'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ReportLooksService } from './report-looks.service.ts'
import type { ReportProgressService } from './report-progress.service.ts'
import type { ReportSnapshotsService } from './report-snapshots.service.ts'
import type { ReportsService } from './reports.service.ts'

/** Mounts the report calls: users who see a tenant may create, read and compare its reports. */
export function mountReports(
  server: HttpServer,
  deps: {
    reports: ReportsService
    snapshots: ReportSnapshotsService
    progress: ReportProgressService
    reportLooks: ReportLooksService
  },
): void {
  const { reports, snapshots, progress, reportLooks } = deps
  mount(server, generateReport, ({ tenant, body, actor, signal, by }) => {
    const { reportType, format, progressId } = body
    const asked = { format, progressId, userId: actor.userId, signal, actor, by }
    return reports.generate(tenant, ReportOrder.parse({ reportType, selection: body }), asked)
  })
  mount(server, getReportProgress, ({ params, actor }) =>
    progress.find(params.progressId, actor.userId),
  )
  mount(server, listReportSnapshots, ({ tenant, query }) => snapshots.list(tenant, query.cursor))
  mount(server, downloadReportSnapshot, ({ tenant, params, query, actor, signal, by }) => {
    const { format, progressId } = query
    const asked = { format, progressId, userId: actor.userId, signal, by }
    return reports.download(tenant, params.snapshotId, asked)
  })
  mount(server, compareReportSnapshots, ({ tenant, query, signal }) =>
    snapshots.compare(tenant, [query.one, query.other], signal),
  )
  mount(server, getReportSettings, () => reportLooks.settings())
  mount(server, saveReportSettings, ({ body, by }) => reportLooks.save(body, by))
}
