import { Readable } from 'node:stream'

import { slicesOf } from '../lib/text-slices.ts'

/** Serializing longer texts would block other requests noticeably. */
const LONG = 1_048_576

/**
 * Serializes a reply as JSON; one with a very long text, such as a report, is streamed in chunks.
 */
export const jsonBody = (value: unknown): string | Readable =>
  holdsLongText(value)
    ? Readable.from(piecesOf(value), { objectMode: false })
    : JSON.stringify(value)

/** Checks objects but not lists, because lists are paged. */
function holdsLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONG
  return isObject(value) && Object.values(value).some(holdsLongText)
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (!holdsLongText(value)) yield JSON.stringify(value)
  else if (isObject(value)) yield* membersOf(value)
  else {
    yield '"'
    // No slice splits a character, so escaping slices equals escaping the text.
    for await (const slice of slicesOf(String(value))) yield JSON.stringify(slice).slice(1, -1)
    yield '"'
  }
}

async function* membersOf(value: object): AsyncGenerator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* piecesOf(member)
    before = ','
  }
  yield '}'
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
