import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportScheduleId, TenantId } from '@tenantscope/contract/ids'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from '@tenantscope/contract/report-schedules'
import type { ReportSchedule, ReportScheduleInput } from '@tenantscope/contract/report-schedules'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

const SCHEDULES = 'report-schedules'
/** What runs is looked at this often while somebody looks on. */
const RUNNING_POLL_MS = 3_000

/** The reader's schedules, for administrators everyone's; of one tenant (null: of all). */
export function schedulesQuery(tenantId: TenantId | null) {
  return queryOptions({
    queryKey: [SCHEDULES, tenantId],
    queryFn: ({ signal }) =>
      call(listReportSchedules, { query: tenantId === null ? {} : { tenantId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollWhile(state.data?.schedules.some(({ lastRun }) => lastRun?.state === 'running')),
  })
}

/** The last times that a schedule made its reports. */
export function scheduleRunsQuery(scheduleId: ReportScheduleId) {
  return queryOptions({
    queryKey: [SCHEDULES, 'runs', scheduleId],
    queryFn: ({ signal }) => call(listReportScheduleRuns, { params: { scheduleId } }, { signal }),
    staleTime: 0,
    // The mail goes out after the reports are made.
    refetchInterval: ({ state }) =>
      pollWhile(
        state.data?.runs.some((run) => run.state === 'running' || run.mail.state === 'pending'),
      ),
  })
}

function pollWhile(isUnderWay: boolean | undefined): number | false {
  return isUnderWay === true ? RUNNING_POLL_MS : false
}

/** Whom the reader may choose to mail reports to. */
export const recipientsQuery = queryOptions({
  queryKey: ['report-recipients'],
  queryFn: ({ signal }) => call(listReportRecipients, {}, { signal }),
  staleTime: 0,
})

/** Makes a schedule (null), or changes one that nobody else has changed meanwhile. */
export function useSaveSchedule(schedule: ReportSchedule | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: ReportScheduleInput) =>
      schedule === null
        ? call(createReportSchedule, { body: input })
        : call(saveReportSchedule, {
            params: { scheduleId: schedule.id },
            body: { ...input, version: schedule.version },
          }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [SCHEDULES] })
      showToast({ intent: 'success', title: 'Schedule Saved' })
    },
  })
}

/** Deletes a schedule; what it made stays. */
export function useDeleteSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) =>
      call(deleteReportSchedule, { params: { scheduleId: id } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: [SCHEDULES] })
      showToast({ intent: 'success', title: 'Schedule Deleted', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Delete Failed', text: userMessageOf(error) })
      // Somebody may have deleted it meanwhile.
      return client.invalidateQueries({ queryKey: [SCHEDULES] })
    },
  })
}

/** Makes the reports now. */
export function useRunSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) => call(runReportSchedule, { params: { scheduleId: id } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: [SCHEDULES] })
      showToast({ intent: 'success', title: 'Reports Started', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Reports Not Started', text: userMessageOf(error) })
      return client.invalidateQueries({ queryKey: [SCHEDULES] })
    },
  })
}
