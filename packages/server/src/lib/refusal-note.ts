import { wordsOf } from '@tenantscope/contract/microsoft-codes'
import { z } from 'zod'

import type { Clock } from './clock.ts'
import type { Sealer } from './seal.ts'

const RefusalNote = z.object({
  microsoftCode: z.string(),
  words: z.string().nullable(),
  requestId: z.string().nullable(),
  expiresAt: z.number(),
})
/** What Microsoft said when it refused a sign-in or a consent in this browser. */
export type RefusalNote = Omit<z.infer<typeof RefusalNote>, 'expiresAt'>

/** How long a refusal can be shown again, for example after a reload. */
export const REFUSAL_NOTE_MINUTES = 10

export type RefusalNotes = ReturnType<typeof createRefusalNotes>

/**
 * Keeps a refusal in a sealed cookie from Microsoft's reply until the page that shows it. In the address
 * it could be forged: a link would show a text of its author's choice.
 */
export function createRefusalNotes({ sealer, clock }: { sealer: Sealer; clock: Clock }) {
  return {
    /** Returns the cookie for Microsoft's text; null when it has no code. */
    seal(place: Place, description: string | null | undefined): string | null {
      const { microsoftCode, words, requestId } = wordsOf(description)
      if (microsoftCode === null) return null
      const expiresAt = clock.now().getTime() + REFUSAL_NOTE_MINUTES * 60_000
      const note = { microsoftCode, words, requestId, expiresAt }
      return sealer.seal(JSON.stringify(note), purposeOf(place))
    },

    /** Null when it is missing, too old, or not sealed here for this place. */
    open(place: Place, cookie: string | null): RefusalNote | null {
      if (cookie === null) return null
      try {
        const { expiresAt, ...note } = RefusalNote.parse(
          JSON.parse(sealer.open(cookie, purposeOf(place))),
        )
        return expiresAt > clock.now().getTime() ? note : null
      } catch {
        return null
      }
    },
  }
}

type Place = 'sign-in' | 'consent'

const purposeOf = (place: Place): string => `microsoft refusal ${place}`
