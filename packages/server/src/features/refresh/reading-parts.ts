import type { PartFailure, PartFailureCode, TenantPart } from '@tenantscope/contract/parts'
import type { TenantGraph } from '@tenantscope/graph-client/graph'

import type { DirectoryRow, DirectoryTable } from '../../db/directory-tables.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { idOf } from './directory-rows.repo.ts'
import type { GenerationRepo } from './generation.repo.ts'
import type { createMalformedRows } from './malformed-rows.rules.ts'
import { partFailureCodeOf, partFailureOf } from './refresh.rules.ts'

/** One reading of a tenant: its source and target. */
export interface Reading {
  readonly generations: GenerationRepo
  readonly graph: TenantGraph
  readonly target: GenerationOfTenant
  readonly startedAt: Date
  /** The rows that were left out so far. */
  readonly malformed: Pick<ReturnType<typeof createMalformedRows>, 'isIn'>
}

/** The tables of a part; settings share one table for three parts and handle it themselves. */
const TABLES_OF = {
  domains: ['directoryDomains'],
  licenses: ['directorySkus'],
  subscriptions: ['directorySubscriptions'],
  users: ['directoryUsers', 'directoryLicenseAssignments'],
  groups: ['directoryGroups'],
  groupMembers: ['directoryGroupMembers'],
  policies: ['directoryPolicies'],
  namedLocations: ['directoryNamedLocations'],
  settings: [],
  authenticationMethods: [],
  groupSettings: [],
  roles: ['directoryRoleAssignments', 'directoryRoleDefinitions'],
  applications: ['directoryApplications'],
  grants: ['directoryDelegatedGrants', 'directoryApplicationGrants', 'directoryServicePrincipals'],
} as const satisfies Record<TenantPart, readonly DirectoryTable[]>

export type ReadingParts = ReturnType<typeof createReadingParts>

/** Reads each part separately: a refused part is reported and has no rows. */
export function createReadingParts({
  generations,
  target,
}: Pick<Reading, 'generations' | 'target'>) {
  const failures = new Map<TenantPart, PartFailure>()

  /** Removes the part's rows: a partial result would look complete, and earlier rows may be outdated. */
  async function fail(part: TenantPart, code: PartFailureCode): Promise<null> {
    for (const table of TABLES_OF[part]) await generations.keepOnly(table, target, [])
    if (!failures.has(part)) failures.set(part, partFailureOf(part, code))
    return null
  }

  return {
    fail,

    failures: (): PartFailure[] => [...failures.values()],

    /** Returns null when the part could not be read; failures that affect the tenant end the reading. */
    async read<Result>(part: TenantPart, work: () => Promise<Result>): Promise<Result | null> {
      try {
        return await work()
      } catch (error) {
        const code = partFailureCodeOf(part, error)
        if (code === null) throw error
        return fail(part, code)
      }
    },
  }
}

/** Replaces all rows of the table in the generation by the pages. */
export async function storePages<Table extends DirectoryTable, Item>(
  { generations, target }: Reading,
  table: Table,
  { pages, toRow }: { pages: AsyncIterable<Item[]>; toRow: (item: Item) => DirectoryRow<Table> },
): Promise<void> {
  const ids: string[] = []
  for await (const page of pages) {
    const rows = page.map(toRow)
    await generations.apply(table, target, rows)
    ids.push(...rows.map((row) => idOf(table, row)))
  }
  await generations.keepOnly(table, target, ids)
}
