import { REFRESH } from '@tenantscope/contract/limits'
import { GraphFailure } from '@tenantscope/graph-client/failures'

import type { DeltaLink } from './generation.repo.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** A collection of a directory that can be read whole, or on from a link. */
interface Collection {
  /** The properties that are read; a link that was made for others stands for other rows. */
  readonly selected: string
  /** A link that stands for this moment. */
  start(): Promise<string>
  readAll(): Promise<void>
  /** Stores what changed since; returns the link to read on from. */
  readChanges(link: string): Promise<string>
}

/**
 * Reads what changed since the last refresh, or everything: at first, when Microsoft or we no longer
 * trust the link, and every few days. Returns where the next refresh reads on.
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
  // The link first, and what changed meanwhile after it: a page may have been read before a change,
  // and who moves from one page to another while they are read stands on none of them.
  const from = await collection.start()
  await collection.readAll()
  const next = await collection.readChanges(from)
  return { link: next, selected, takenAt: startedAt, fullReadAt: startedAt }
}

/** Whether everything since the link can still be had, and everything was read not too long ago. */
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
