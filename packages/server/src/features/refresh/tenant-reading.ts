import { groupsNamedBy } from '@tenantscope/analysis/coverage/named-groups'
import type { MalformedRows, PartFailure } from '@tenantscope/contract/parts'
import type { TenantGraph, TenantOptions } from '@tenantscope/graph-client/graph'

import { readUnreportedAssignments } from './assignments-reading.ts'
import { readFacts } from './facts-reading.ts'
import type { BegunGeneration, DeltaLink, DeltaLinks, GenerationRepo } from './generation.repo.ts'
import { readAllGroups } from './groups-reading.ts'
import { createMalformedRows } from './malformed-rows.rules.ts'
import { readPeople } from './people-reading.ts'
import { createReadingParts } from './reading-parts.ts'
import type { Reading, ReadingParts } from './reading-parts.ts'
import { readApps, readConditionalAccess, readMembers, readRoles } from './security-reading.ts'
import type { OrganizationRow, PolicyRow, RoleAssignmentRow, SkuRow } from './stored-rows.ts'

/** The data that figures are computed from; null: the part could not be read. */
export interface ReadParts {
  readonly organization: OrganizationRow
  readonly skus: readonly SkuRow[] | null
  readonly hasEntraP1: boolean | null
  readonly policies: readonly PolicyRow[] | null
  readonly roles: readonly RoleAssignmentRow[] | null
  readonly hasPeople: boolean
  /** The links for the next refresh. */
  readonly links: DeltaLinks
  readonly failures: readonly PartFailure[]
  /** Rows that were left out. */
  readonly malformedRows: readonly MalformedRows[]
}

/**
 * Reads a tenant and stores the changes under an unpublished generation. A part without permission
 * or license is reported; any other failure ends the reading.
 */
export async function readIntoGeneration(
  generations: GenerationRepo,
  forTenant: (options: TenantOptions) => TenantGraph,
  reading: BegunGeneration & { clientId: string; startedAt: Date; signal: AbortSignal },
): Promise<ReadParts> {
  const { clientId, startedAt, signal, ...begun } = reading
  const { tenantId, generationId, currentId, currentPeople: expectedPeople } = begun
  const target = { tenantId, generationId }
  // Delta links continue from the current generation; without one, everything is read.
  const links = currentId === null ? {} : await generations.findDeltaLinks(tenantId, clientId)
  const parts = createReadingParts({ generations, target })
  const malformed = createMalformedRows()
  const graphFor = (ownSignal: AbortSignal) =>
    forTenant({ signal: ownSignal, onMalformedRow: malformed.add })
  const [facts, policies, roles, changedUsers, groups] = await allOrNone(signal, (ownSignal) => {
    const source = { generations, graph: graphFor(ownSignal), target, startedAt, malformed }
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
    ...groupsNamedBy({ policies, roles }),
    ...(await generations.findGroupsWithLicenses(target)),
  ])
  const source = { generations, graph: graphFor(signal), target, startedAt, malformed }
  await readMembers(source, parts, groupIds)
  const users = changedUsers && (await withAssignments(source, parts, changedUsers))
  return {
    ...facts,
    policies,
    roles,
    hasPeople: users !== null,
    // Changes would not name again what is malformed, so such a collection is read in full.
    links: {
      ...(users && !malformed.isIn('users') && { users }),
      ...(groups && !malformed.isIn('groups') && { groups }),
    },
    failures: parts.failures(),
    malformedRows: malformed.all(),
  }
}

/** Completes the changes of users by the assignments that they do not contain; a full read has all. */
function withAssignments(
  reading: Reading,
  parts: ReadingParts,
  link: DeltaLink,
): Promise<DeltaLink | null> {
  if (link.fullReadAt >= reading.startedAt) return Promise.resolve(link)
  const unread = new Set(parts.failures().map(({ part }) => part))
  const isEveryGroupKnown = !unread.has('groups') && !unread.has('groupMembers')
  return parts.read('users', async () => {
    await readUnreportedAssignments(reading, { isEveryGroupKnown })
    return link
  })
}

/**
 * Runs tasks in parallel; the first failure aborts the others through their signal. Settles only
 * when every task has ended, so that no work continues in the background.
 */
async function allOrNone<Results extends unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => { [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const failed = new AbortController()
  const tasks = start(AbortSignal.any([signal, failed.signal]))
  await Promise.allSettled(
    tasks.map((task) =>
      task.catch((error: unknown) => {
        failed.abort(error)
      }),
    ),
  )
  if (failed.signal.aborted) throw failed.signal.reason
  return Promise.all(tasks)
}
