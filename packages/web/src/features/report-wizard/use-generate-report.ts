import { useQueryClient } from '@tanstack/react-query'
import { ReportProgressId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { generateReport } from '@tenantscope/contract/reports'
import type { ReportSelection } from '@tenantscope/contract/reports'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { callForFile } from '../../lib/api.ts'
import { newId } from '../../lib/new-id.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { REPORT_SNAPSHOTS } from '../../lib/tenant-data.ts'
import { showToast } from '../../lib/toasts.ts'

interface ReportOrder extends ReportSelection {
  reportType: ReportType
  format: ReportFormat
}

export interface ReportGeneration {
  /** Of the report that is being made; null while none is. */
  progressId: ReportProgressId | null
  start: (order: ReportOrder) => void
  /** Ends the request; the server stops writing. */
  cancel: () => void
}

interface GenerationEnds {
  onDone: () => void
  /** The data changed under the selection, in the server's words. */
  onOutdated: (message: string) => void
}

/** Asks for a report and saves it as a file; leaving the wizard ends it. */
export function useGenerateReport(
  tenant: ReportTenant,
  { onDone, onOutdated }: GenerationEnds,
): ReportGeneration {
  const client = useQueryClient()
  const [progressId, setProgressId] = useState<ReportProgressId | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (order: ReportOrder) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const id = ReportProgressId.parse(newId())
    setProgressId(id)
    try {
      const file = await callForFile(
        generateReport,
        { body: { tenantId: tenant.id, ...order, progressId: id } },
        { signal, fallbackName: fallbackName(tenant, order.format) },
      )
      if (signal.aborted) return
      saveBlob(file)
      showToast({ intent: 'success', title: 'Report Generated Successfully', text: file.name })
      onDone()
    } catch (error) {
      if (signal.aborted) return
      const isOutdated = error instanceof ApiError && error.status === 409
      if (isOutdated) onOutdated(messageOf(error))
      else showToast({ intent: 'error', title: 'Report Generation Failed', text: messageOf(error) })
    } finally {
      if (running.current === controller) setProgressId(null)
      // One that was canceled may have been kept all the same.
      void client.invalidateQueries({ queryKey: [REPORT_SNAPSHOTS, tenant.id] })
    }
  }
  return {
    progressId,
    start: (order) => void start(order),
    cancel: () => {
      running.current?.abort()
      setProgressId(null)
    },
  }
}

/** The server's sentence (specification section 8). */
function messageOf(error: unknown): string {
  return (error instanceof ApiError && error.body?.message) || 'Unknown error occurred'
}

/** Specification section 7. */
function fallbackName({ id }: ReportTenant, format: ReportFormat): string {
  return `tenant-report-${id}-${Date.now()}.${format}`
}
