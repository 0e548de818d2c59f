import type { TenantId } from '@tenantscope/contract/ids'
import type { PartFailure } from '@tenantscope/contract/tenants'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { readDomains } from '@tenantscope/graph-client/read-domains'
import { readGroups } from '@tenantscope/graph-client/read-groups'
import { readOrganization } from '@tenantscope/graph-client/read-organization'
import { readPolicies } from '@tenantscope/graph-client/read-policies'
import { readSubscribedSkus } from '@tenantscope/graph-client/read-subscribed-skus'
import { readUsers } from '@tenantscope/graph-client/read-users'

import { allOrNone } from './all-or-none.ts'
import type { GenerationRepo } from './generation.repo.ts'
import { hasEntraP1, partFailureCodeOf, partFailureOf } from './refresh.rules.ts'
import {
  assignmentRows,
  domainRow,
  groupRow,
  organizationRow,
  policyRow,
  skuRow,
  userRow,
} from './stored-rows.ts'
import type { OrganizationRow, PolicyRow, SkuRow } from './stored-rows.ts'

/** What was read, as far as figures are made from it; null: the part could not be read. */
export interface ReadParts {
  readonly organization: OrganizationRow
  readonly skus: readonly SkuRow[] | null
  readonly policies: readonly PolicyRow[] | null
  readonly hasPeople: boolean
  readonly failures: readonly PartFailure[]
}

interface Target {
  readonly tenantId: TenantId
  readonly generationId: number
  readonly signal: AbortSignal
}

type Part = PartFailure['part']

const TABLES_OF = {
  domains: ['directoryDomains'],
  licenses: ['directorySkus'],
  users: ['directoryUsers', 'directoryLicenseAssignments'],
  groups: ['directoryGroups'],
  policies: ['directoryPolicies'],
} as const satisfies Record<Part, readonly string[]>

/**
 * Reads a tenant and stores it page by page under a generation that nobody reads yet. A part that the
 * tenant does not grant or has no license for is named; any other failure ends the reading.
 */
export async function readIntoGeneration(
  generations: GenerationRepo,
  graphFor: (signal: AbortSignal) => TenantGraph,
  { tenantId, generationId, signal }: Target,
): Promise<ReadParts> {
  const failures: PartFailure[] = []

  async function part<Result>(name: Part, read: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read()
    } catch (error) {
      const code = partFailureCodeOf(error)
      if (code === null) throw error
      // A permission can go between two pages: half a part would pass for a whole one.
      for (const table of TABLES_OF[name]) await generations.discard(table, generationId)
      failures.push(partFailureOf(name, code))
      return null
    }
  }

  const [organization, skus, policies, people] = await allOrNone(signal, (ownSignal) => {
    const graph = graphFor(ownSignal)
    return [
      readOrganization(graph).then(async (answer) => {
        const row = organizationRow(answer, tenantId)
        await generations.insert('directoryOrganizations', generationId, [row])
        return row
      }),
      part('licenses', async () => {
        const rows = (await readSubscribedSkus(graph)).map(skuRow)
        await generations.insert('directorySkus', generationId, rows)
        return rows
      }),
      part('policies', async () => {
        const rows = (await readPolicies(graph)).map(policyRow)
        await generations.insert('directoryPolicies', generationId, rows)
        return rows
      }),
      part('users', async () => {
        for await (const page of readUsers(graph)) {
          await generations.insert('directoryUsers', generationId, page.map(userRow))
          const assignments = page.flatMap(assignmentRows)
          await generations.insert('directoryLicenseAssignments', generationId, assignments)
        }
        return true
      }),
      part('groups', async () => {
        for await (const page of readGroups(graph))
          await generations.insert('directoryGroups', generationId, page.map(groupRow))
      }),
      part('domains', async () => {
        const rows = (await readDomains(graph)).map(domainRow)
        await generations.insert('directoryDomains', generationId, rows)
      }),
    ]
  })

  const common = { organization, skus, hasPeople: people === true, failures }
  // Microsoft answers a tenant without the license with an empty list too: that is not "no policies".
  if (policies?.length === 0 && skus !== null && !hasEntraP1(skus)) {
    const notLicensed = partFailureOf('policies', 'NOT_LICENSED')
    return { ...common, policies: null, failures: [...failures, notLicensed] }
  }
  return { ...common, policies }
}
