import { z } from 'zod'

import type { GraphAnswer } from './judging.ts'
import { malformed, parsedAnswer, parsedPart } from './parsing.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

type Collection<S extends z.ZodType> = ReadOptions & { schema: S; path: string }

const Page = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().nullish(),
})

/** Follows a collection to its end; whoever stops reading early stops the requests too. */
export async function* pagesFrom<S extends z.ZodType>(
  sender: Sender,
  { schema, path, ...read }: Collection<S>,
): AsyncGenerator<z.output<S>[], void, undefined> {
  const followed = new Set<string>()
  let nextPath: string | null = path
  while (nextPath !== null) {
    // Microsoft's links carry the query, not the headers: ConsistencyLevel must come with every page.
    const answer = await sender.send({ path: nextPath, ...read })
    const page = parsedAnswer(Page, answer)
    yield page.value.map((item, index) => parsedPart(schema, item, placeOf(answer, index)))
    nextPath = nextPathOf(page['@odata.nextLink'], { sender, answer, followed })
  }
}

const placeOf = (answer: GraphAnswer, index: number) => ({ answer, field: ['value', index] })

type Following = { sender: Sender; answer: GraphAnswer; followed: Set<string> }

function nextPathOf(link: string | null | undefined, following: Following): string | null {
  if (!link) return null
  const { sender, answer, followed } = following
  const path = sender.pathOf(link)
  // A link elsewhere would take the token there; a link met before would never end, and to stop
  // quietly would pass a part of the collection off as the whole.
  if (path === null || followed.has(path)) throw malformed(answer, ['@odata.nextLink'])
  followed.add(path)
  return path
}
