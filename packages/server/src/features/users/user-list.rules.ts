import { z } from 'zod'

/** Where a page of people ended: what they are ordered by, of its last one. */
const Cursor = z.strictObject({
  isMicrosoft: z.boolean(),
  isNoAdministrator: z.boolean(),
  /** As the database folds it. */
  name: z.string(),
  id: z.int().positive().max(2_147_483_647),
})
export type UserPlace = z.infer<typeof Cursor>

/** Opaque to whoever receives it. */
export function cursorText(place: UserPlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Undefined for a text that no page ended with. */
export function cursorOf(text: string): UserPlace | undefined {
  try {
    const place = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return place.name.includes('\0') || !place.name.isWellFormed() ? undefined : place
  } catch {
    return undefined
  }
}
