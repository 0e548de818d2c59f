// A separate thread for parsing and comparing large reports, so that it does not block requests.
import { parentPort } from 'node:worker_threads'

import { compareReports } from '@tenantscope/analysis/report-comparison'
import { LicenseReport } from '@tenantscope/contract/report-document'

const reports: LicenseReport[] = []

parentPort?.on('message', (text: string) => {
  reports.push(LicenseReport.parse(JSON.parse(text)))
  const [before, after] = reports
  if (before && after) parentPort?.postMessage(compareReports(before, after), [])
})
