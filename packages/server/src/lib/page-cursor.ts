import type { z } from 'zod'

import { AppError } from './app-error.ts'
import { jsonOf } from './json.ts'
import { storedJson } from './stored-text.ts'

/** Returns an opaque page cursor. */
export const pageCursor = (place: object): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** Returns the place of a cursor; undefined for a text that no page ended with. */
export function placeOf<Place>(schema: z.ZodType<Place>, cursor: string): Place | undefined {
  const place = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString())).data
  // No page ended with a text that the database does not store.
  const isStorable = place !== undefined && JSON.stringify(place) === storedJson(place)
  return isStorable ? place : undefined
}

/** Returns the place of a cursor; throws for a text that no page ended with. */
export function knownPlace<Place>(schema: z.ZodType<Place>, cursor: string): Place {
  const place = placeOf(schema, cursor)
  if (place !== undefined) return place
  const message = 'Not a valid page cursor'
  throw new AppError('BAD_REQUEST', `cursor ${message.toLowerCase()}`, {
    fields: [{ field: 'query.cursor', message }],
  })
}
