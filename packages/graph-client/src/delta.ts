import { z } from 'zod'

import { GraphFailure } from './failures.ts'
import { guid } from './fields.ts'
import type { GraphAnswer } from './judging.ts'
import { createFollower } from './paging.ts'
import { malformed, parsedAnswer, parsedPart } from './parsing.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** What one object has become: its id, and those properties that were sent. Absent means unchanged. */
export type Changed<T> = { id: string } & Partial<T>

/**
 * A part of what happened since a token was given. An object may come more than once in a round, also
 * in one page: the last word counts. One that is in both lists of a page was removed and is there
 * again, or the other way round: which came last is not told, so it has to be read.
 */
export type DeltaPage<T> = { changed: Changed<T>[]; removed: string[] }

/** Of the rows whose properties a delta tells; every property but the id may be absent. */
export type RowSchema<T extends { id: string }> = z.ZodType<T>

type Round<T extends { id: string }> = ReadOptions & { schema: RowSchema<T>; path: string }

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
  '@odata.deltaLink': z.string().nullish(),
})
const Identified = z.looseObject({ id: guid, '@removed': z.unknown().optional() })

/** In the place of a token: nothing of what was, and everything from now on. */
export const FROM_NOW = '$deltatoken=latest'

/**
 * One round of changes (Microsoft's page "Use delta query to track changes in Microsoft Graph data").
 * Returns the path that the next round starts from. A round that cannot be had any longer fails with
 * `isDeltaExpired`; Microsoft's 410 names an address to begin anew at, which is not followed.
 */
export async function* deltaFrom<T extends { id: string }>(
  sender: Sender,
  { schema, path, ...read }: Round<T>,
): AsyncGenerator<DeltaPage<T>, string, undefined> {
  const follow = createFollower(sender)
  let nextPath = path
  for (;;) {
    const answer = await sendOrExpire(sender, { path: nextPath, ...read })
    const page = parsedAnswer(Page, answer)
    yield pageOf(page.value, schema, answer)
    const next = follow(answer, '@odata.nextLink', page['@odata.nextLink'])
    if (next === null) return endOf(page['@odata.deltaLink'], sender, answer)
    nextPath = next
  }
}

async function sendOrExpire(sender: Sender, request: ReadOptions & { path: string }) {
  try {
    return await sender.send(request)
  } catch (error) {
    if (!(error instanceof GraphFailure) || !isRefusedToken(error, request)) throw error
    throw expired(error)
  }
}

function expired(failure: GraphFailure): GraphFailure {
  const { microsoftCode, status, requestId, correlationId, at, path } = failure
  const details = { microsoftCode, status, requestId, correlationId, at, path }
  return new GraphFailure('UNAVAILABLE', { ...details, isDeltaExpired: true })
}

/** The tokens are the only part of the request that is not ours, so they are what was refused. */
function isRefusedToken({ status }: GraphFailure, { path }: { path: string }): boolean {
  const hasToken = !path.includes(FROM_NOW)
  return status === 410 || (hasToken && (status === 400 || status === 404))
}

function endOf(link: string | null | undefined, sender: Sender, answer: GraphAnswer): string {
  const path = link ? sender.pathOf(link) : null
  if (path === null) throw malformed(answer, ['@odata.deltaLink'])
  return path
}

function pageOf<T extends { id: string }>(
  rows: readonly unknown[],
  schema: RowSchema<T>,
  answer: GraphAnswer,
): DeltaPage<T> {
  const page: DeltaPage<T> = { changed: [], removed: [] }
  for (const [index, row] of rows.entries()) {
    const place = { answer, field: ['value', index] }
    const sent = parsedPart(Identified, row, place)
    // `reason` is `changed` for what can be restored and `deleted` for what cannot: gone either way.
    if (sent['@removed'] === undefined || sent['@removed'] === null) {
      page.changed.push(onlySent(parsedPart(schema, row, place), sent))
    } else page.removed.push(sent.id)
  }
  return page
}

/** The row without what the schema filled in for properties that were not sent. */
function onlySent<T extends { id: string }>(row: T, sent: object): Changed<T> {
  const changed: Changed<T> = { ...row }
  for (const name of Object.keys(row)) {
    if (!(name in sent)) Reflect.deleteProperty(changed, name)
  }
  return changed
}

/** The path that a round ends with, whatever it told. */
export async function endOfRound<T>(
  round: AsyncGenerator<DeltaPage<T>, string, undefined>,
): Promise<string> {
  for (;;) {
    const step = await round.next()
    if (step.done) return step.value
  }
}
