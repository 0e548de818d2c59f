import {
  completeGroup,
  DirectoryGroup,
  GROUP_PROPERTIES,
  readGroupChanges,
  readGroups,
  startGroupDelta,
} from '@tenantscope/graph-client/read/groups'

import { readEach, storeAllChanges } from './changes-storing.ts'
import type { Followed } from './changes-storing.ts'
import { readWholeOrChanges } from './delta-reading.ts'
import type { DeltaLink } from './generation.repo.ts'
import { storePages } from './reading-parts.ts'
import type { Reading } from './reading-parts.ts'
import { groupRow, knownGroup } from './stored-rows.ts'

/** Reads groups, without their members. */
export function readAllGroups(reading: Reading, link: DeltaLink | undefined): Promise<DeltaLink> {
  const { graph, startedAt } = reading
  const groups = {
    selected: GROUP_PROPERTIES,
    start: () => startGroupDelta(graph),
    readAll: () =>
      storePages(reading, 'directoryGroups', { pages: readGroups(graph), toRow: groupRow }),
    readChanges: (from: string) => readChangedGroups(reading, from),
  }
  return readWholeOrChanges(groups, { link, startedAt })
}

async function readChangedGroups(reading: Reading, link: string): Promise<string> {
  const { generations, graph, target } = reading
  const groups: Followed<DirectoryGroup, DirectoryGroup> = {
    find: async (ids) => (await generations.find('directoryGroups', target, ids)).map(knownGroup),
    isEnough: (change, isStored) => isStored || change.groupTypes !== undefined,
    merge: (stored, change) => (stored ? { ...stored, ...change } : completeGroup(change)),
    readWhole: (ids) =>
      readEach(graph, ids, {
        schema: DirectoryGroup,
        pathOf: (id) => `/groups/${encodeURIComponent(id)}?$select=${GROUP_PROPERTIES}`,
      }),
    store: (changed) => generations.apply('directoryGroups', target, changed.map(groupRow)),
    remove: (ids) => generations.remove('directoryGroups', target, ids),
  }
  return storeAllChanges(groups, readGroupChanges(graph, link))
}
