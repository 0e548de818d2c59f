import { setImmediate as nextTurn } from 'node:timers/promises'

import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { ReportDocument, ReportLicense } from '@tenantscope/contract/report-document'
import type { ReportSelection } from '@tenantscope/contract/reports'

import { AppError, tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ReportSourcesService, SourceLicenses } from '../licenses/report-sources.service.ts'
import { mergeSorted } from './merge-sorted.ts'
import type { ReportSnapshotsRepo } from './report-snapshots.repo.ts'
import { byLicenseName, byPersonName, reportLicense, reportUser } from './reports.rules.ts'
import type { FullUser } from './reports.rules.ts'
import { chosenLicenses, refuseMissing } from './selection.rules.ts'

export type ReportBuilding = ReturnType<typeof createReportBuilding>

/** For whom a report is made. */
export interface ReportMaker {
  /** Their display name, else their user name. */
  readonly createdBy: string
  /** IANA. */
  readonly timeZone: string
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined
}

/** People of one query. */
const PEOPLE_AT_ONCE = 2_000

/** Builds reports from what is stored; each from one reading of its tenant. */
export function createReportBuilding(deps: {
  sources: ReportSourcesService
  repo: Pick<ReportSnapshotsRepo, 'findTenant'>
  clock: Clock
}) {
  const { sources, repo, clock } = deps

  /** The people of the pages of ids, by name, and how many of them hold none of the licenses. */
  async function readPeople(
    access: TenantAccess,
    asked: {
      generationId: number
      licenses: readonly TenantLicense[]
      pages: AsyncIterable<readonly string[]>
      signal: AbortSignal | undefined
    },
  ) {
    const { generationId, licenses, pages, signal } = asked
    const skuIds = licenses.map(({ skuId }) => skuId.toLowerCase())
    const holders = licenses.map(() => 0)
    const lists: FullUser[][] = []
    let withoutLicense = 0
    for await (const userIds of pages) {
      signal?.throwIfAborted()
      const rows = await sources.peopleOf(access, generationId, { skuIds, userIds })
      for (const place of rows.flatMap(({ held }) => held))
        holders[place - 1] = (holders[place - 1] ?? 0) + 1
      withoutLicense += rows.filter(({ held }) => held.length === 0).length
      lists.push(rows.map((row) => reportUser(row, licenses)).toSorted(byPersonName))
      await nextTurn()
    }
    return { users: await mergeSorted(lists, byPersonName), holders, withoutLicense }
  }

  async function documentOf(
    access: TenantAccess,
    given: {
      dataAsOf: Date
      licenses: readonly ReportLicense[]
      users: readonly FullUser[]
      maker: ReportMaker
    },
  ): Promise<ReportDocument> {
    const { dataAsOf, licenses, users, maker } = given
    const tenant = await repo.findTenant(access)
    if (tenant === undefined) throw tenantNotFound()
    const { displayName, defaultDomainName } = tenant
    return {
      schema: 'tenantscope/report',
      version: 1,
      reportType: 'user-license',
      isRedacted: false,
      tenant: { displayName, id: access.tenantId, defaultDomainName },
      createdAt: clock.now().toISOString(),
      createdBy: maker.createdBy,
      timeZone: maker.timeZone,
      dataAsOf: dataAsOf.toISOString(),
      summary: {
        totalUsers: users.length,
        totalLicenses: licenses.length,
        totalAssignments: licenses.reduce((total, { reportedUsers }) => total + reportedUsers, 0),
      },
      licenses: [...licenses],
      users: [...users],
    }
  }

  return {
    /** Exactly what was selected, or a refusal that names what of it cannot be in the report. */
    async fromSelection(
      access: TenantAccess,
      selection: ReportSelection,
      maker: ReportMaker,
    ): Promise<ReportDocument> {
      const source = await sources.currentLicenses(access)
      if (source === undefined) throw new AppError('CONFLICT', NEVER_READ)
      const licenses = chosenLicenses(source, selection.licenseIds).toSorted(byLicenseName)
      const { generationId, dataAsOf, hasPeople } = source
      const userIds = [...new Set(selection.userIds)]
      const { users, holders, withoutLicense } = await readPeople(access, {
        generationId,
        licenses,
        // The database refuses to look for a text that it could not keep.
        pages: pagesOf(userIds.filter((id) => storedText(id) === id)),
        signal: maker.signal,
      })
      refuseMissing({ absent: userIds.length - users.length, withoutLicense }, hasPeople)
      return documentOf(access, {
        dataAsOf,
        licenses: licenses.map((license, place) => reportLicense(license, holders[place] ?? 0)),
        users,
        maker,
      })
    },

    /** Every visible license that anybody holds with everybody who holds one, or why there is nothing to tell. */
    async ofEverybody(
      access: TenantAccess,
      maker: ReportMaker,
    ): Promise<ReportDocument | { readonly reason: string }> {
      const source = await sources.currentLicenses(access)
      if (source === undefined) return { reason: NEVER_READ }
      const { generationId, dataAsOf } = source
      const licenses = source.visible.toSorted(byLicenseName)
      const skuIds = licenses.map(({ skuId }) => skuId.toLowerCase())
      const { users, holders } = await readPeople(access, {
        generationId,
        licenses,
        pages: sources.holderIds(access, generationId, { skuIds, limit: PEOPLE_AT_ONCE }),
        signal: maker.signal,
      })
      if (users.length === 0) return { reason: nothingToTell(source) }
      const held = licenses.flatMap((license, place) => {
        const count = holders[place] ?? 0
        return count === 0 ? [] : [reportLicense(license, count)]
      })
      return documentOf(access, { dataAsOf, licenses: held, users, maker })
    },
  }
}

const NEVER_READ = 'This tenant has not been read yet. Refresh it before making a report.'

function nothingToTell({ hasLicenses, hasPeople }: SourceLicenses): string {
  if (!hasLicenses) return 'The licenses of this tenant could not be read.'
  return hasPeople
    ? 'Nobody in this tenant holds a visible license.'
    : 'The people of this tenant could not be read.'
}

async function* pagesOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PEOPLE_AT_ONCE)
    yield ids.slice(start, start + PEOPLE_AT_ONCE)
}
