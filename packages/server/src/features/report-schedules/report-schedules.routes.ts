import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ReportSchedulesService } from './report-schedules.service.ts'

/** Mounts the schedule calls, for users who may create schedules. */
export function mountReportSchedules(
  server: HttpServer,
  { reportSchedules }: { reportSchedules: ReportSchedulesService },
): void {
  mount(server, listReportSchedules, ({ query, actor }) => reportSchedules.list(query, actor))
  mount(server, createReportSchedule, ({ body, actor, by }) =>
    reportSchedules.create(body, actor, by),
  )
  mount(server, saveReportSchedule, ({ params, body, actor, by }) =>
    reportSchedules.save(params.scheduleId, body, { actor, by }),
  )
  mount(server, deleteReportSchedule, ({ params, actor, by }) =>
    reportSchedules.delete(params.scheduleId, actor, by),
  )
  mount(server, runReportSchedule, ({ params, actor, by }) =>
    reportSchedules.run(params.scheduleId, actor, by),
  )
  mount(server, listReportScheduleRuns, ({ params, actor }) =>
    reportSchedules.listRuns(params.scheduleId, actor),
  )
  mount(server, listReportRecipients, ({ actor }) => reportSchedules.recipients(actor))
}
