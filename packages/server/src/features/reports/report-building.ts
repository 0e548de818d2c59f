import type { ReportDocument, ReportDocuments } from '@tenantscope/contract/any-report'
import type { ReportHead, ReportType } from '@tenantscope/contract/report-document'
import type { ReportSelections } from '@tenantscope/contract/reports'

import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ReportSnapshotsRepo } from './report-snapshots.repo.ts'

/** For whom a report is made. */
export interface ReportCreator {
  /** Their display name, else their user name. */
  readonly createdBy: string
  /** IANA. */
  readonly timeZone: string
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
}

/** Builds reports of one type from what is stored. */
export interface ReportBuilding<Type extends ReportType> {
  /** Exactly what was selected, or a refusal that names what of it cannot be in the report. */
  fromSelection(
    access: TenantAccess,
    selection: ReportSelections[Type],
    creator: ReportCreator,
  ): Promise<ReportDocuments[Type]>
  /** Everything that a report of this type can have, or why there is no report. */
  ofAll(
    access: TenantAccess,
    creator: ReportCreator,
  ): Promise<ReportDocuments[Type] | { readonly reason: string }>
}

export type ReportBuildings = { readonly [Type in ReportType]: ReportBuilding<Type> }

/** Builds what was ordered. */
export async function buildReport<Type extends ReportType>(
  buildings: ReportBuildings,
  access: TenantAccess,
  order: {
    readonly reportType: Type
    readonly selection: ReportSelections[Type]
    readonly creator: ReportCreator
  },
): Promise<ReportDocument> {
  const { reportType, selection, creator } = order
  return buildings[reportType].fromSelection(access, selection, creator)
}

/** The properties that reports of every type have, without the type and the finding. */
export type ReportHeads = ReturnType<typeof createReportHeads>

export function createReportHeads(deps: {
  repo: Pick<ReportSnapshotsRepo, 'findTenant'>
  clock: Clock
}) {
  const { repo, clock } = deps
  return async (
    access: TenantAccess,
    { createdBy, timeZone }: ReportCreator,
    dataAsOf: Date,
  ): Promise<Omit<ReportHead, 'reportType'>> => {
    const tenant = await repo.findTenant(access)
    if (tenant === undefined) throw tenantNotFound()
    const { displayName, defaultDomainName } = tenant
    return {
      schema: 'tenantscope/report',
      version: 1,
      isRedacted: false,
      tenant: { displayName, id: access.tenantId, defaultDomainName },
      createdAt: clock.now().toISOString(),
      createdBy,
      timeZone,
      dataAsOf: dataAsOf.toISOString(),
    }
  }
}

export const NEVER_READ = 'This tenant has not been read yet. Refresh it before creating a report.'
