import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantGraph } from '@tenantscope/graph-client/graph'

import { allOrNone } from './all-or-none.ts'
import { readFacts } from './facts-reading.ts'
import type { BegunGeneration, DeltaLinks, GenerationRepo } from './generation.repo.ts'
import { readAllGroups } from './groups-reading.ts'
import { readPeople } from './people-reading.ts'
import { createReadingParts } from './reading-parts.ts'
import {
  groupsNamedBy,
  readApps,
  readConditionalAccess,
  readMembers,
  readRoles,
} from './security-reading.ts'
import type { OrganizationRow, SkuRow } from './stored-rows.ts'
import type { PolicyRow } from './stored-security-rows.ts'

/** What was read, as far as figures are made from it; null: the part could not be read. */
export interface ReadParts {
  readonly organization: OrganizationRow
  readonly skus: readonly SkuRow[] | null
  readonly policies: readonly PolicyRow[] | null
  readonly hasPeople: boolean
  /** Where the next refresh reads on. */
  readonly links: DeltaLinks
  readonly failures: readonly PartFailure[]
}

/**
 * Reads a tenant and stores what changed under a generation that nobody reads yet. A part that the
 * tenant does not grant or has no license for is named; any other failure ends the reading.
 */
export async function readIntoGeneration(
  generations: GenerationRepo,
  graphFor: (signal: AbortSignal) => TenantGraph,
  reading: BegunGeneration & { clientId: string; startedAt: Date; signal: AbortSignal },
): Promise<ReadParts> {
  const { clientId, startedAt, signal, ...begun } = reading
  const { tenantId, generationId, currentId, currentPeople: expectedPeople } = begun
  const target = { tenantId, generationId }
  // What a link goes on from is the current generation; without one there is nothing to go on from.
  const links = currentId === null ? {} : await generations.findDeltaLinks(tenantId, clientId)
  const parts = createReadingParts({ generations, target })
  const [facts, policies, roles, users, groups] = await allOrNone(signal, (ownSignal) => {
    const source = { generations, graph: graphFor(ownSignal), target, startedAt }
    const factsToCome = readFacts(source, parts)
    return [
      factsToCome,
      readConditionalAccess(source, parts, factsToCome),
      readRoles(source, parts),
      parts.read('users', () => readPeople(source, { link: links.users, expectedPeople })),
      parts.read('groups', () => readAllGroups(source, links.groups)),
      readApps(source, parts),
    ]
  })
  const groupIds = new Set([
    ...groupsNamedBy(policies, roles),
    ...(await generations.findGroupsWithLicenses(target)),
  ])
  await readMembers({ generations, graph: graphFor(signal), target, startedAt }, parts, groupIds)
  return {
    ...facts,
    policies,
    hasPeople: users !== null,
    links: { ...(users && { users }), ...(groups && { groups }) },
    failures: parts.failures(),
  }
}
