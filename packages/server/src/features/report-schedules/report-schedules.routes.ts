import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ReportSchedulesService } from './report-schedules.service.ts'

/** Scheduled reports, for whoever may make schedules. */
export function mountReportSchedules(
  server: HttpServer,
  { reportSchedules }: { reportSchedules: ReportSchedulesService },
): void {
  mount(server, listReportSchedules, ({ query, actor }) => reportSchedules.list(query, actor))
  mount(server, createReportSchedule, ({ body, actor, caller }) =>
    reportSchedules.create(body, actor, byOf(actor, caller)),
  )
  mount(server, saveReportSchedule, ({ params, body, actor, caller }) =>
    reportSchedules.save(params.scheduleId, body, { actor, by: byOf(actor, caller) }),
  )
  mount(server, deleteReportSchedule, ({ params, actor, caller }) =>
    reportSchedules.delete(params.scheduleId, actor, byOf(actor, caller)),
  )
  mount(server, runReportSchedule, ({ params, actor, caller }) =>
    reportSchedules.run(params.scheduleId, actor, byOf(actor, caller)),
  )
  mount(server, listReportScheduleRuns, ({ params, actor }) =>
    reportSchedules.listRuns(params.scheduleId, actor),
  )
  mount(server, listReportRecipients, ({ actor }) => reportSchedules.recipients(actor))
}
