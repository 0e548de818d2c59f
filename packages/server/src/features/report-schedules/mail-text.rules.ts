import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { TenantId } from '@tenantscope/contract/ids'

import { oneLine } from '../../lib/stored-text.ts'

interface NamedReport {
  readonly tenantId: TenantId
  readonly tenantName: string
  /** The sentence that the report opens with; null when it has none. */
  readonly statement: string | null
}

/** Returns 'User to License Report: Contoso', or the number of tenants. */
export function mailSubject(reportName: string, reports: readonly NamedReport[]): string {
  const [first] = reports
  return first !== undefined && reports.length === 1
    ? `${reportName}: ${oneLine(first.tenantName)}`
    : `${reportName} of ${reports.length} tenants`
}

/** Returns plain text, so that names cannot contain markup. */
export function mailText(mail: {
  reportName: string
  reports: readonly NamedReport[]
  startedAt: Date
  timeZone: string
  creatorName: string
  isAttached: boolean
  publicUrl: URL
}): string {
  const { reportName, reports, startedAt, timeZone, creatorName, isAttached, publicUrl } = mail
  const list = reports.flatMap(({ tenantId, tenantName, statement }) => [
    `- ${oneLine(tenantName)}`,
    ...(statement === null ? [] : [`  ${oneLine(statement)}`]),
    `  ${reportsAddress(publicUrl, tenantId)}`,
  ])
  return [
    `${reportName}, created on ${isoDayIn(timeZone, startedAt)} (${timeZone}):`,
    '',
    ...list,
    '',
    isAttached
      ? 'The files are attached; the links lead to all reports of the tenant.'
      : 'The files are too large to be attached (more than 10 MB). Open the links to download them.',
    '',
    `You receive this mail because you are a recipient of a schedule of ${oneLine(creatorName)} in Tenantscope.`,
    '',
  ].join('\n')
}

/** Returns the address of a tenant's list of reports. */
const reportsAddress = (publicUrl: URL, tenantId: TenantId): string =>
  new URL(`/tenant/${tenantId}?tab=reports`, publicUrl).href
