import type { Changed } from '@tenantscope/graph-client/delta'
import {
  completeUser,
  DirectoryUser,
  readUserChanges,
  readUsers,
  startUserDelta,
  USER_PROPERTIES,
} from '@tenantscope/graph-client/read/users'

import { readEach, storeAllChanges } from './changes-storing.ts'
import type { Followed } from './changes-storing.ts'
import { readWholeOrChanges } from './delta-reading.ts'
import type { DeltaLink } from './generation.repo.ts'
import type { Reading } from './reading-parts.ts'
import { assignmentRows, knownUser, userRow } from './stored-rows.ts'
import type { LicenseHolder, UserFacts } from './stored-rows.ts'

/** Reads users and their licenses. */
export function readPeople(
  reading: Reading,
  { link, expectedPeople }: { link: DeltaLink | undefined; expectedPeople: number | null },
): Promise<DeltaLink> {
  const { graph, startedAt } = reading
  const people = {
    // A link that is older than the type of users belongs to rows without it.
    selected: `${USER_PROPERTIES},@odata.type`,
    start: () => startUserDelta(graph),
    readAll: () => readAllPeople(reading, expectedPeople),
    readChanges: (from: string) => readChangedPeople(reading, from),
  }
  return readWholeOrChanges(people, { link, startedAt })
}

async function readAllPeople(reading: Reading, expectedPeople: number | null): Promise<void> {
  const { generations, graph, target } = reading
  const ids: string[] = []
  for await (const page of readUsers(graph, { expectedPeople })) {
    ids.push(...page.map(({ id }) => id))
    await store(reading, page)
  }
  await generations.keepOnly('directoryUsers', target, ids)
  await generations.keepOnly('directoryLicenseAssignments', target, ids)
}

async function readChangedPeople(reading: Reading, link: string): Promise<string> {
  const { generations, graph, target } = reading
  const people: Followed<DirectoryUser, Person> = {
    find: async (ids) => (await generations.find('directoryUsers', target, ids)).map(knownUser),
    isEnough,
    merge: (stored, change) => (stored ? { ...stored, ...change } : completeUser(change)),
    readWhole: (ids) =>
      readEach(graph, ids, {
        schema: DirectoryUser,
        pathOf: (id) => `/users/${encodeURIComponent(id)}?$select=${USER_PROPERTIES}`,
      }),
    store: (changed) => store(reading, changed),
    remove: async (ids) => {
      await generations.remove('directoryUsers', target, ids)
      await generations.remove('directoryLicenseAssignments', target, ids)
    },
  }
  return storeAllChanges(people, readUserChanges(graph, link))
}

/** A user. Licenses are omitted when the delta did not include them; stored ones are kept. */
type Person = UserFacts & Partial<LicenseHolder>

async function store({ generations, target }: Reading, people: readonly Person[]): Promise<void> {
  await generations.apply('directoryUsers', target, people.map(userRow))
  const holders = people.filter(hasCompleteLicenses)
  await generations.applyChildren('directoryLicenseAssignments', target, {
    parentIds: holders.map(({ id }) => id),
    rows: holders.flatMap(assignmentRows),
  })
}

/** True when both properties of licenses are present; one alone is incomplete. */
function hasCompleteLicenses<P extends Partial<LicenseHolder>>(
  person: P,
): person is P & LicenseHolder {
  return person.assignedLicenses !== undefined && person.licenseAssignmentStates !== undefined
}

function isEnough(change: Changed<DirectoryUser>, isStored: boolean): boolean {
  if (!isStored) return change.userPrincipalName !== undefined && hasCompleteLicenses(change)
  const tellsNothing =
    change.assignedLicenses === undefined && change.licenseAssignmentStates === undefined
  return tellsNothing || hasCompleteLicenses(change)
}
