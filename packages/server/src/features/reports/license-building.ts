import { setImmediate as nextTurn } from 'node:timers/promises'

import { reportStatement } from '@tenantscope/analysis/report-statement'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { LicenseReport, ReportLicense } from '@tenantscope/contract/report-document'

import { AppError } from '../../lib/app-error.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ReportSourcesService, SourceLicenses } from '../licenses/report-sources.service.ts'
import { mergeSorted } from './merge-sorted.ts'
import { NEVER_READ } from './report-building.ts'
import type { ReportBuilding, ReportCreator, ReportHeads } from './report-building.ts'
import { byLicenseName, byPersonName, reportLicense, reportUser } from './reports.rules.ts'
import type { FullUser } from './reports.rules.ts'
import { chosenLicenses, refuseMissing } from './selection.rules.ts'

/** People of one query. */
const PEOPLE_AT_ONCE = 2_000

/** Builds reports of licenses and their users from what is stored; each from one reading of its tenant. */
export function createLicenseBuilding(deps: {
  sources: ReportSourcesService
  headOf: ReportHeads
}): ReportBuilding<'user-license'> {
  const { sources, headOf } = deps

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
      source: SourceLicenses
      selection: NonNullable<LicenseReport['selection']>
      licenses: readonly ReportLicense[]
      users: readonly FullUser[]
      creator: ReportCreator
    },
  ): Promise<LicenseReport> {
    const { source, selection, licenses, users, creator } = given
    const head = await headOf(access, creator, source.dataAsOf)
    return {
      ...head,
      reportType: 'user-license',
      statement: reportStatement({ isRedacted: false, licenses: [...licenses] }),
      selection,
      tenantLicenses: source.visible.length,
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
    async fromSelection(access, selection, creator) {
      const source = await sources.currentLicenses(access)
      if (source === undefined) throw new AppError('CONFLICT', NEVER_READ)
      const licenses = chosenLicenses(source, selection.licenseIds).toSorted(byLicenseName)
      const { generationId, hasPeople } = source
      const userIds = [...new Set(selection.userIds)]
      const { users, holders, withoutLicense } = await readPeople(access, {
        generationId,
        licenses,
        // The database refuses to look for a text that it could not keep.
        pages: pagesOf(userIds.filter((id) => storedText(id) === id)),
        signal: creator.signal,
      })
      refuseMissing({ absent: userIds.length - users.length, withoutLicense }, hasPeople)
      return documentOf(access, {
        source,
        selection: 'chosen',
        licenses: licenses.map((license, place) => reportLicense(license, holders[place] ?? 0)),
        users,
        creator,
      })
    },

    /** Returns all visible licenses with holders and all holders, or why there is no report. */
    async ofAll(access, creator) {
      const source = await sources.currentLicenses(access)
      if (source === undefined) return { reason: NEVER_READ }
      const { generationId } = source
      const licenses = source.visible.toSorted(byLicenseName)
      const skuIds = licenses.map(({ skuId }) => skuId.toLowerCase())
      const { users, holders } = await readPeople(access, {
        generationId,
        licenses,
        pages: sources.holderIds(access, generationId, { skuIds, limit: PEOPLE_AT_ONCE }),
        signal: creator.signal,
      })
      if (users.length === 0) return { reason: reasonForNothing(source) }
      const held = licenses.flatMap((license, place) => {
        const count = holders[place] ?? 0
        return count === 0 ? [] : [reportLicense(license, count)]
      })
      return documentOf(access, { source, selection: 'held', licenses: held, users, creator })
    },
  }
}

function reasonForNothing({ hasLicenses, hasPeople }: SourceLicenses): string {
  if (!hasLicenses) return 'The licenses of this tenant could not be read.'
  return hasPeople
    ? 'No user of this tenant has a visible license.'
    : 'The users of this tenant could not be read.'
}

async function* pagesOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PEOPLE_AT_ONCE)
    yield ids.slice(start, start + PEOPLE_AT_ONCE)
}
