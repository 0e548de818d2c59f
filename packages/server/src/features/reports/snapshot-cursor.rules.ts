import { z } from 'zod'

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** Where a page of reports ended: when its last one was made, in milliseconds, and its id. */
const Cursor = z.strictObject({ createdAt: z.int().min(0).max(LAST_MOMENT), id: z.guid() })

interface Place {
  readonly createdAt: Date
  readonly id: string
}

/** Opaque to whoever receives it. */
export function cursorText({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify({ createdAt: createdAt.getTime(), id })).toString('base64url')
}

/** Undefined for a text that no page ended with. */
export function cursorOf(text: string): Place | undefined {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { id: cursor.id, createdAt: new Date(cursor.createdAt) }
  } catch {
    return undefined
  }
}
