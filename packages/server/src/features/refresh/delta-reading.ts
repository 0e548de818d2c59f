import { REFRESH } from '@tenantscope/contract/limits'
import { GraphFailure } from '@tenantscope/graph-client/failures'

import type { DeltaLink } from './generation.repo.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** As the time of the last full read, it makes a link untrusted. */
const LONG_AGO = new Date(0)

/** A collection of a directory that can be read in full, or from a delta link. */
interface Collection {
  /** The selected properties; a link with other properties belongs to other rows. */
  readonly selected: string
  /** Returns a link for the current moment. */
  start(): Promise<string>
  readAll(): Promise<void>
  /** Stores the changes since the link; returns the next link. */
  readChanges(link: string): Promise<string>
}

/**
 * Reads the changes since the last refresh, or everything: at first, when the link is invalid, and
 * every few days. Returns the link for the next refresh.
 */
export async function readWholeOrChanges(
  collection: Collection,
  { link, startedAt }: { link: DeltaLink | undefined; startedAt: Date },
): Promise<DeltaLink> {
  const { selected } = collection
  if (link !== undefined && link.selected === selected && isTrusted(link, startedAt)) {
    const next = await orExpired(collection.readChanges(link.link))
    if (next !== null) return { ...link, link: next, takenAt: startedAt }
  }
  // Takes the link first and reads later changes after the pages. A page may have been read before
  // a change, and an object that moves between pages during the reading is on none of them.
  const from = await collection.start()
  await collection.readAll()
  const next = await orExpired(collection.readChanges(from))
  // Everything was read, so it counts. Without a link that works, the next refresh reads everything.
  if (next === null) return { link: from, selected, takenAt: startedAt, fullReadAt: LONG_AGO }
  return { link: next, selected, takenAt: startedAt, fullReadAt: startedAt }
}

/** True when all changes since the link are available and the last full read is recent enough. */
function isTrusted({ takenAt, fullReadAt }: DeltaLink, now: Date): boolean {
  const isYounger = (since: Date, days: number) => now.getTime() - since.getTime() < days * DAY_MS
  return isYounger(takenAt, REFRESH.deltaLinkDays) && isYounger(fullReadAt, REFRESH.fullReadDays)
}

async function orExpired(changes: Promise<string>): Promise<string | null> {
  try {
    return await changes
  } catch (error) {
    if (error instanceof GraphFailure && error.isDeltaExpired) return null
    throw error
  }
}
