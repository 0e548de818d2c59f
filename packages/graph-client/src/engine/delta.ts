import { z } from 'zod'

import { GraphFailure } from './failures.ts'
import { guid } from './fields.ts'
import type { GraphAnswer } from './judging.ts'
import { readRow } from './malformed-rows.ts'
import { createFollower } from './paging.ts'
import { malformed, parsedAnswer } from './parsing.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** The new values of one object: its id and the properties that were sent. Absent means unchanged. */
export type Changed<T> = { id: string } & Partial<T>

/**
 * A part of what happened since a token was given. An object may come more than once in a round, also
 * in one page: the last word counts. One that is in both lists of a page was removed and is there
 * again, or the other way round: Microsoft does not say which came last, so it has to be read.
 */
export type DeltaPage<T> = { changed: Changed<T>[]; removed: string[] }

/** A row of a delta; every property but the id may be absent. */
export type RowSchema<T extends { id: string }> = z.ZodType<T>

type Round<T extends { id: string }> = ReadOptions & { schema: RowSchema<T>; path: string }

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
  '@odata.deltaLink': z.string().nullish(),
})
const Identified = z.looseObject({ id: guid, '@removed': z.unknown().optional() })

/** Used instead of a token: returns no existing objects, and all changes from now on. */
export const FROM_NOW = '$deltatoken=latest'

/**
 * One round of changes (Microsoft's page "Use delta query to track changes in Microsoft Graph data").
 * Returns the path that the next round starts from. A round that cannot be had any longer fails with
 * `isDeltaExpired`; the address for a new round in Microsoft's 410 is not followed.
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
    yield pageOf(sender, { rows: page.value, schema, answer })
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

/** Treats a refused request as an expired token: the token is the only part that we did not build. */
function isRefusedToken({ status }: GraphFailure, { path }: { path: string }): boolean {
  const hasToken = !path.includes(FROM_NOW)
  return status === 410 || (hasToken && (status === 400 || status === 404))
}

function endOf(link: string | null | undefined, sender: Sender, answer: GraphAnswer): string {
  const path = link ? sender.pathOf(link) : null
  if (path === null) throw malformed(answer, ['@odata.deltaLink'])
  return path
}

type RawRows<T extends { id: string }> = {
  rows: readonly unknown[]
  schema: RowSchema<T>
  answer: GraphAnswer
}

/** A change that cannot be read removes its object: what is stored of it is outdated. */
function pageOf<T extends { id: string }>(
  { onMalformedRow }: Sender,
  { rows, schema, answer }: RawRows<T>,
): DeltaPage<T> {
  const page: DeltaPage<T> = { changed: [], removed: [] }
  for (const [index, row] of rows.entries()) {
    const place = { answer, field: ['value', index] }
    const sent = readRow({ schema: Identified, row }, place, onMalformedRow)
    if (sent === null) continue
    // `reason` is `changed` for what can be restored and `deleted` for what cannot: gone either way.
    const isThere = sent['@removed'] === undefined || sent['@removed'] === null
    const changed = isThere && readRow({ schema, row }, place, onMalformedRow)
    if (changed) page.changed.push(onlySent(changed, sent))
    else page.removed.push(sent.id)
  }
  return page
}

/** Returns the row without values that the schema added for properties that were not sent. */
function onlySent<T extends { id: string }>(row: T, sent: object): Changed<T> {
  const changed: Changed<T> = { ...row }
  for (const name of Object.keys(row)) {
    if (!(name in sent)) Reflect.deleteProperty(changed, name)
  }
  return changed
}

/** Returns the path at the end of a round, regardless of its rows. */
export async function endOfRound<T>(
  round: AsyncGenerator<DeltaPage<T>, string, undefined>,
): Promise<string> {
  for (;;) {
    const step = await round.next()
    if (step.done) return step.value
  }
}
