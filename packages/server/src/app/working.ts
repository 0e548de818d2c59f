import type { Subscription } from '../db/connection.ts'
import { listenForForgetting } from './forgetting.ts'
import { composeNotifications } from './notifications.ts'
import { composePeople } from './people.ts'
import type { OpenedProcess } from './process.ts'
import { composeRefreshing } from './refreshing.ts'
import { composeReportSchedules } from './report-schedules.ts'
import { composeReports } from './reports.ts'

/** What a process does that only reads tenants and makes scheduled reports. */
export function composeWorking(opened: Omit<OpenedProcess, 'close'>) {
  const { db } = opened.database
  const people = composePeople(opened)
  const refreshing = composeRefreshing(opened)
  const reports = composeReports({ ...opened, ...people, ...refreshing, db })
  const schedules = composeReportSchedules({ ...opened, ...people, ...refreshing, ...reports })
  const notices = composeNotifications({ ...opened, ...people, ...schedules, db })
  let forgetting: Subscription | null = null
  return {
    refreshing,
    async work(): Promise<void> {
      forgetting = await listenForForgetting({ ...opened, ...refreshing })
      await refreshing.work()
      await schedules.work()
      await notices.work()
    },
    /** Once no job runs any more, and before the database goes. */
    async close(): Promise<void> {
      await forgetting?.close()
      await reports.writing.close()
    },
  }
}
