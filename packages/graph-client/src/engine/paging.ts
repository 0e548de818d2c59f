import { z } from 'zod'

import type { GraphAnswer } from './judging.ts'
import { readRow } from './malformed-rows.ts'
import { malformed, parsedAnswer } from './parsing.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

type Collection<S extends z.ZodType> = ReadOptions & { schema: S; path: string }

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
})

/** A page as it came: the rows are not parsed yet. */
type RawPage = { answer: GraphAnswer; rows: readonly unknown[] }

/** Reads all pages of a collection; a reader that stops early ends the requests too. */
export async function* pagesFrom<S extends z.ZodType>(
  sender: Sender,
  { schema, path, ...read }: Collection<S>,
): AsyncGenerator<z.output<S>[], void, undefined> {
  const first = await sender.send({ path, ...read })
  for await (const page of rawPagesFrom(sender, { first, read })) yield rowsOf(sender, page, schema)
}

/** One page, and the path of the next. */
export async function pageFrom<S extends z.ZodType>(
  sender: Sender,
  { schema, path, ...read }: Collection<S>,
): Promise<{ rows: z.output<S>[]; nextPath: string | null }> {
  const answer = await sender.send({ path, ...read })
  const page = parsedAnswer(Page, answer)
  const nextPath = createFollower(sender)(answer, '@odata.nextLink', page['@odata.nextLink'])
  return { rows: rowsOf(sender, { answer, rows: page.value }, schema), nextPath }
}

/** The pages after, and with, the first one. */
export async function* rawPagesFrom(
  sender: Sender,
  { first, read }: { first: GraphAnswer; read: ReadOptions },
): AsyncGenerator<RawPage, void, undefined> {
  const follow = createFollower(sender)
  let answer = first
  for (;;) {
    const page = parsedAnswer(Page, answer)
    yield { answer, rows: page.value }
    const path = follow(answer, '@odata.nextLink', page['@odata.nextLink'])
    if (path === null) return
    // Microsoft's links carry the query, not the headers: ConsistencyLevel must come with every page.
    answer = await sender.send({ path, ...read })
  }
}

/** A page's rows by their schema, without malformed ones where they are received. */
function rowsOf<S extends z.ZodType>(
  sender: Sender,
  { answer, rows }: RawPage,
  schema: S,
): z.output<S>[] {
  const read: z.output<S>[] = []
  for (const [index, row] of rows.entries()) {
    const place = { answer, field: ['value', index] }
    const parsed = readRow({ schema, row }, place, sender.onMalformedRow)
    if (parsed !== null) read.push(parsed)
  }
  return read
}

/** Turns the links of one collection into paths; null where there is none. */
export function createFollower(sender: Sender) {
  const followed = new Set<string>()
  return (answer: GraphAnswer, name: string, link: string | null | undefined): string | null => {
    if (!link) return null
    const path = sender.pathOf(link)
    // A link elsewhere would take the token there; a link met before would never end, and to stop
    // quietly would pass a part of the collection off as the whole.
    if (path === null || followed.has(path)) throw malformed(answer, [name])
    followed.add(path)
    return path
  }
}
