// Parsing and comparing the reports of many people takes a thread of its own, so that nobody waits for it.
import { parentPort } from 'node:worker_threads'

import { compareReports } from '@tenantscope/analysis/report-comparison'
import { ReportDocument } from '@tenantscope/contract/report-document'

const reports: ReportDocument[] = []

parentPort?.on('message', (text: string) => {
  reports.push(ReportDocument.parse(JSON.parse(text)))
  const [before, after] = reports
  if (before && after) parentPort?.postMessage(compareReports(before, after), [])
})
