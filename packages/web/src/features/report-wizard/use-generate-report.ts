import { useQueryClient } from '@tanstack/react-query'
import { ReportProgressId } from '@tenantscope/contract/ids'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import { generateReport } from '@tenantscope/contract/reports'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { callForFile } from '../../lib/api.ts'
import { newId } from '../../lib/new-id.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { REPORT_SNAPSHOTS } from '../../lib/tenant-data.ts'
import { showToast } from '../../lib/toasts.ts'

interface OrderedReport {
  order: ReportOrder
  format: ReportFormat
}

export type ReportGeneration = ReturnType<typeof useGenerateReport>

interface GenerationEnds {
  onDone: () => void
  /** Called with the server's sentence when the data changed since users were selected. */
  onOutdated: (message: string) => void
}

/** Requests a report and saves it as a file; closing the wizard cancels the request. */
export function useGenerateReport(tenant: ReportTenant, { onDone, onOutdated }: GenerationEnds) {
  const client = useQueryClient()
  const [progressId, setProgressId] = useState<ReportProgressId | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async ({ order, format }: OrderedReport) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const id = ReportProgressId.parse(newId())
    setProgressId(id)
    try {
      const file = await callForFile(
        generateReport,
        {
          body: {
            tenantId: tenant.id,
            reportType: order.reportType,
            ...order.selection,
            format,
            progressId: id,
          },
        },
        { signal, fallbackName: fallbackName(tenant, format) },
      )
      if (signal.aborted) return
      saveBlob(file)
      showToast({ intent: 'success', title: 'Report Generated Successfully', text: file.name })
      onDone()
    } catch (error) {
      if (signal.aborted) return
      const hasSelection = 'userIds' in order.selection
      const isOutdated = hasSelection && error instanceof ApiError && error.status === 409
      if (isOutdated) onOutdated(messageOf(error))
      else showToast({ intent: 'error', title: 'Report Generation Failed', text: messageOf(error) })
    } finally {
      if (running.current === controller) setProgressId(null)
      // A canceled report may have been stored already.
      void client.invalidateQueries({ queryKey: [REPORT_SNAPSHOTS, tenant.id] })
    }
  }
  return {
    /** Of the running report; null: none runs. */
    progressId,
    start: (ordered: OrderedReport) => void start(ordered),
    /** Ends the request; the server stops writing. */
    cancel: () => {
      running.current?.abort()
      setProgressId(null)
    },
  }
}

/** The server's sentence (specification section 8). */
function messageOf(error: unknown): string {
  return error instanceof ApiError && error.body ? error.userMessage : 'Unknown error occurred'
}

/** Specification section 7. */
function fallbackName({ id }: ReportTenant, format: ReportFormat): string {
  return `tenant-report-${id}-${Date.now()}.${format}`
}
