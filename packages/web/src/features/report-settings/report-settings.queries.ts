import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getReportSettings, saveReportSettings } from '@tenantscope/contract/branding'
import { getMailSettings, saveMailSettings, testMail } from '@tenantscope/contract/mail'
import type { z } from 'zod'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { showToast } from '../../lib/toasts.ts'

/** The branding and retention of reports. */
export const reportSettingsQuery = queryOptions({
  queryKey: ['report-settings'],
  queryFn: ({ signal }) => call(getReportSettings, {}, { signal }),
  staleTime: 0,
})

/** The mail server, without its password. */
export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }) => call(getMailSettings, {}, { signal }),
  staleTime: 0,
})

export type ReportSettingsInput = z.output<(typeof saveReportSettings)['body']>
export type MailInput = z.output<(typeof saveMailSettings)['body']>

export function useSaveReportSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportSettingsInput) => call(saveReportSettings, { body }),
    onSuccess: (saved) => {
      client.setQueryData(reportSettingsQuery.queryKey, saved)
      showToast({
        intent: 'success',
        title: 'Report settings saved',
        text: 'They apply to new reports and share links.',
      })
    },
  })
}

export function useSaveMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: MailInput) => runFresh(() => call(saveMailSettings, { body })),
    onSuccess: (saved) => {
      client.setQueryData(mailSettingsQuery.queryKey, saved)
      showToast({
        intent: 'success',
        title: saved.settings === null ? 'Mail server removed' : 'Mail server saved',
      })
    },
  })
}

/** Sends a mail to the person who asks, with what is stored. */
export function useTestMail() {
  return useMutation({
    mutationFn: () => call(testMail),
    onSuccess: ({ isSent, message }) =>
      showToast({
        intent: isSent ? 'success' : 'error',
        title: isSent ? 'Test mail sent' : 'Test mail failed',
        text: message,
      }),
    onError: (error) =>
      showToast({ intent: 'error', title: 'Test mail failed', text: userMessageOf(error) }),
  })
}
