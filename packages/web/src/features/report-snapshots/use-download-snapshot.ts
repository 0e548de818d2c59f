import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import { downloadReportSnapshot } from '@tenantscope/contract/reports'
import type { ReportSnapshot } from '@tenantscope/contract/reports'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { callForFile } from '../../lib/api.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'

/** The file that is on its way. */
export interface RunningDownload {
  snapshotId: ReportSnapshotId
  format: ReportFormat
}

/** Saves a report as it was, one at a time; leaving the list ends it. */
export function useDownloadSnapshot(tenantId: TenantId): {
  running: RunningDownload | null
  download: (snapshot: ReportSnapshot, format: ReportFormat) => void
} {
  const [running, setRunning] = useState<RunningDownload | null>(null)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const download = async ({ id: snapshotId, createdAt }: ReportSnapshot, format: ReportFormat) => {
    const abort = new AbortController()
    controller.current = abort
    setRunning({ snapshotId, format })
    try {
      const file = await callForFile(
        downloadReportSnapshot,
        { params: { tenantId, snapshotId }, query: { format } },
        {
          signal: abort.signal,
          fallbackName: `tenant-report-${tenantId}-${createdAt.slice(0, 10)}.${format}`,
        },
      )
      if (abort.signal.aborted) return
      saveBlob(file)
      showToast({ intent: 'success', title: 'Download Complete', text: file.name })
    } catch (error) {
      if (abort.signal.aborted) return
      showToast({ intent: 'error', title: 'Download Failed', text: messageOf(error) })
    } finally {
      setRunning(null)
    }
  }
  return { running, download: (snapshot, format) => void download(snapshot, format) }
}

/** The server's sentence (specification section 8). */
function messageOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.message) || 'Failed to download report'
}
