import { z } from 'zod'

import { parsedAnswer } from './parsing.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** Counting is done by Graph's index only ("Advanced query capabilities on directory objects"). */
export const COUNT_HEADERS = { ConsistencyLevel: 'eventual' } as const

/**
 * A number as text, perhaps after a byte order mark; from a batch also as a number, or as base64url,
 * which is how a batch carries what is not JSON.
 */
export const Count = z.union([z.string(), z.number()]).transform((value, context) => {
  const count = typeof value === 'number' ? value : numberIn(value)
  if (Number.isInteger(count) && count >= 0) return count
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

function numberIn(text: string): number {
  const digits = text.replace(/^\uFEFF/u, '').trim()
  if (/^\d+$/u.test(digits)) return Number(digits)
  const decoded = Buffer.from(digits, 'base64url')
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trim()
  return /^\d+$/u.test(decoded) ? Number(decoded) : Number.NaN
}

/** `GET …/$count`, which answers text. */
export async function countFrom(
  sender: Sender,
  { path, headers, ...read }: ReadOptions & { path: string },
): Promise<number> {
  const sent = { ...COUNT_HEADERS, ...headers }
  return parsedAnswer(Count, await sender.send({ path, headers: sent, ...read, expected: 'text' }))
}
