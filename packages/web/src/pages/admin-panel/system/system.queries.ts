import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { counted } from '@tenantscope/analysis/counted'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { BackupHead } from '@tenantscope/contract/system'
import {
  backUpDatabase,
  clearCache,
  eraseTenant,
  exportData,
  getBackupSchedule,
  getSystemHealth,
  importData,
  listJobs,
  resetSessions,
  retryJob,
  runBackup,
  saveBackupSchedule,
} from '@tenantscope/contract/system'
import { useEffect, useRef } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call, callForFile } from '../../../lib/api.ts'
import type { ReceivedFile } from '../../../lib/api.ts'
import { currentUserQuery } from '../../../lib/current-user.ts'
import { rereadTenants } from '../../../lib/reread-tenants.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { holdSessionEnd } from '../../../lib/session-ended.ts'
import { showToast } from '../../../lib/toasts.ts'
import { callWithForm } from '../../../lib/upload.ts'

const BACKUP_SCHEDULE = 'backup-schedule'
const JOBS = 'background-jobs'
const JOBS_POLL_MS = 5_000

/** When backups are made, and those that are there. */
export const backupScheduleQuery = queryOptions({
  queryKey: [BACKUP_SCHEDULE],
  queryFn: ({ signal }) => call(getBackupSchedule, {}, { signal }),
  staleTime: 0,
})

/** What runs, waits or failed; looked at again and again while it is shown. */
export const jobsQuery = queryOptions({
  queryKey: [JOBS],
  queryFn: ({ signal }) => call(listJobs, {}, { signal, background: true }),
  staleTime: 0,
  refetchInterval: JOBS_POLL_MS,
})

export const useHealthCheck = () => useMutation({ mutationFn: () => call(getSystemHealth, {}) })

export const useExportData = () =>
  useMutation({
    mutationFn: () => callForFile(exportData, {}, { fallbackName: 'system-export.json' }),
    onSuccess: (file) => {
      saveBlob(file)
      showToast({ intent: 'success', title: 'Data exported', text: file.name })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Export Failed', text: userMessageOf(error) }),
  })

export function useDatabaseBackup(runFresh: RunFresh) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (passphrase: string) =>
      runFresh(() =>
        callForFile(
          backUpDatabase,
          { body: { passphrase } },
          { fallbackName: 'database-backup.json' },
        ),
      ),
    onSuccess: async (file) => {
      saveBlob(file)
      const said = await describeBackup(file)
      await client.invalidateQueries({ queryKey: [BACKUP_SCHEDULE] })
      showToast(said)
    },
    onError: (error) => showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) }),
  })
}

/** As much of the file as its head can be long. */
const HEAD_CHARACTERS = 20_000

/** A backup of nothing was hardly meant (specification section 8). Who makes it is always in it. */
async function describeBackup({ name, blob }: ReceivedFile) {
  const stats = await statsOf(blob)
  if (stats === null || (stats.totalUsers <= 1 && stats.totalTenants === 0))
    return {
      intent: 'warning',
      title: 'Warning',
      text: 'Backup appears to be empty. Check server logs.',
    } as const
  const held = `${counted(stats.totalUsers, 'user')}, ${counted(stats.totalTenants, 'tenant')}`
  return {
    intent: 'success',
    title: 'Backup saved',
    text: `${name}: ${held}. Keep its passphrase: without it nobody can read the file.`,
  } as const
}

/** What the readable beginning of a backup says of it; null where the file does not begin like one. */
async function statsOf(blob: Blob): Promise<BackupHead['stats'] | null> {
  const text = await blob.slice(0, HEAD_CHARACTERS).text()
  const found = /"stats":\s*(\{[^}]*\})/u.exec(text)?.[1]
  try {
    return BackupHead.shape.stats.safeParse(JSON.parse(found ?? '')).data ?? null
  } catch {
    return null
  }
}

export interface Upload {
  file: File
  /** Of a database backup. */
  passphrase: string | null
  confirmation: string | null
}

export function useImport(runFresh: RunFresh) {
  const client = useQueryClient()
  const goOn = useRef<() => void>(null)
  // Whoever leaves the dialog by another way has read enough as well.
  useEffect(() => () => goOn.current?.(), [])
  return useMutation({
    mutationFn: (upload: Upload) => {
      // A restore ends every session, this one too. The page stays until the person has read what came
      // of it and goes on to sign in.
      if (upload.passphrase !== null) goOn.current = holdSessionEnd()
      return sendFile(runFresh, upload)
    },
    // Exported data may change anything that a screen shows.
    onSuccess: ({ kind }) => {
      if (kind === 'data') void client.invalidateQueries({ predicate: isNotOwnAccount })
    },
    onError: (error) => {
      goOn.current?.()
      showToast({ intent: 'error', title: 'Import Failed', text: userMessageOf(error) })
    },
  })
}

/** Nobody's own account is imported, and one failed reading of it would end the page. */
const isNotOwnAccount = ({ queryKey }: Query): boolean =>
  queryKey[0] !== currentUserQuery.queryKey[0]

function sendFile(runFresh: RunFresh, { file, passphrase, confirmation }: Upload) {
  return runFresh(() => {
    const form = new FormData()
    // Before the file: the server reads the parts as they come.
    if (passphrase !== null) form.set('passphrase', passphrase)
    if (confirmation !== null) form.set('confirmation', confirmation)
    form.set('file', file)
    return callWithForm(importData, form)
  })
}

export function useSaveBackupSchedule(runFresh: RunFresh) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof saveBackupSchedule>['body']) =>
      runFresh(() => call(saveBackupSchedule, { body })),
    onSuccess: async (saved) => {
      // An answer that is still on its way is of before.
      await client.cancelQueries({ queryKey: [BACKUP_SCHEDULE] })
      client.setQueryData(backupScheduleQuery.queryKey, saved)
      showToast({ intent: 'success', title: 'Backup schedule saved' })
    },
  })
}

export function useRunBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(runBackup, {}),
    onSuccess: (schedule) => client.setQueryData(backupScheduleQuery.queryKey, schedule),
    onError: (error) => showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) }),
  })
}

export function useRetryJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(retryJob, { params: { jobId } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: [JOBS] })
      showToast({ intent: 'success', title: message })
    },
    onError: (error) => showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) }),
  })
}

export const useResetSessions = () =>
  useMutation({
    mutationFn: () => call(resetSessions, {}),
    onSuccess: ({ message }) => showToast({ intent: 'success', title: message }),
    onError: (error) =>
      showToast({ intent: 'error', title: 'Reset Failed', text: userMessageOf(error) }),
  })

export const useClearCache = () =>
  useMutation({
    mutationFn: () => call(clearCache, {}),
    onSuccess: ({ message }) => showToast({ intent: 'success', title: message }),
    onError: (error) => showToast({ intent: 'error', title: 'Error', text: userMessageOf(error) }),
  })

export function useEraseTenant(runFresh: RunFresh) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tenantId, name }: { tenantId: TenantId; name: string }) =>
      runFresh(() => call(eraseTenant, { params: { tenantId }, body: { name } })),
    onSuccess: async ({ message }) => {
      await rereadTenants(client)
      showToast({ intent: 'success', title: 'Erased', text: message })
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Erase Failed', text: userMessageOf(error) }),
  })
}
