import { z } from 'zod'

/** Where the next page of a list begins: in which generation, and after how many of its people. */
const Cursor = z.strictObject({
  generationId: z.int().positive(),
  offset: z.int().positive().max(2_147_483_647),
})
export type Cursor = z.infer<typeof Cursor>

/** Opaque to whoever receives it. */
export function cursorText(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Undefined for a text that no page ended with. */
export function cursorOf(text: string): Cursor | undefined {
  try {
    return Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}
