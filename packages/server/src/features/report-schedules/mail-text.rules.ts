import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { TenantId } from '@tenantscope/contract/ids'

import { oneLine } from '../../lib/stored-text.ts'

interface NamedReport {
  readonly tenantId: TenantId
  readonly tenantName: string
}

/** 'User to License Report: Contoso', or of how many tenants. */
export function mailSubject(reportName: string, reports: readonly NamedReport[]): string {
  const [first] = reports
  return first !== undefined && reports.length === 1
    ? `${reportName}: ${oneLine(first.tenantName)}`
    : `${reportName} of ${reports.length} tenants`
}

/** Plain text, so that no name can be more than a name. */
export function mailText(mail: {
  reportName: string
  reports: readonly NamedReport[]
  startedAt: Date
  timeZone: string
  makerName: string
  isAttached: boolean
  publicUrl: URL
}): string {
  const { reportName, reports, startedAt, timeZone, makerName, isAttached, publicUrl } = mail
  const list = reports.flatMap(({ tenantId, tenantName }) => [
    `- ${oneLine(tenantName)}`,
    `  ${reportsAddress(publicUrl, tenantId)}`,
  ])
  return [
    `${reportName}, made on ${isoDayIn(timeZone, startedAt)} (${timeZone}):`,
    '',
    ...list,
    '',
    isAttached
      ? 'The files are attached; the links lead to all reports of the tenant.'
      : 'The files are too large to be attached (more than 10 MB). Open the links to download them.',
    '',
    `You get this mail because a schedule of ${oneLine(makerName)} in Tenantscope names you.`,
    '',
  ].join('\n')
}

/** Where the reports of a tenant are listed. */
const reportsAddress = (publicUrl: URL, tenantId: TenantId): string =>
  new URL(`/tenant/${tenantId}?tab=reports`, publicUrl).href
