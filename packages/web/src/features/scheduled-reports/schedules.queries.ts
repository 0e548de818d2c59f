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
/** Interval of reads while a schedule runs. */
const RUNNING_POLL_MS = 3_000

/** Reads the reader's schedules, for administrators all; of one tenant, or (null) of all. */
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

/** Reads the last runs of a schedule. */
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

/** Reads the users that the reader may select as recipients. */
export const recipientsQuery = queryOptions({
  queryKey: ['report-recipients'],
  queryFn: ({ signal }) => call(listReportRecipients, {}, { signal }),
  staleTime: 0,
})

/** Creates a schedule (null), or saves one unless another user has changed it. */
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
      showToast({ intent: 'success', title: 'Schedule saved' })
    },
  })
}

/** Deletes a schedule; its reports are kept. */
export function useDeleteSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) =>
      call(deleteReportSchedule, { params: { scheduleId: id } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: [SCHEDULES] })
      showToast({ intent: 'success', title: 'Schedule deleted', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Delete failed', text: userMessageOf(error) })
      // Another user may have deleted it.
      return client.invalidateQueries({ queryKey: [SCHEDULES] })
    },
  })
}

/** Runs the schedule now. */
export function useRunSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) => call(runReportSchedule, { params: { scheduleId: id } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: [SCHEDULES] })
      showToast({ intent: 'success', title: 'Reports started', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Reports not started', text: userMessageOf(error) })
      return client.invalidateQueries({ queryKey: [SCHEDULES] })
    },
  })
}
