import { z } from 'zod'

const STORAGE_KEY = 'tenantscope.setup'

const SetupChoice = z.enum(['unfolded', 'folded', 'hidden'])
/** How somebody left the first run's steps, where there are tenants to look at. */
export type SetupChoice = z.infer<typeof SetupChoice>

/** What was chosen in this browser; null where nothing was. */
export function storedSetupChoice(): SetupChoice | null {
  try {
    return SetupChoice.safeParse(localStorage.getItem(STORAGE_KEY)).data ?? null
  } catch {
    return null
  }
}

/** Keeps a choice for the next time. */
export function storeSetupChoice(choice: SetupChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // A browser that keeps nothing shows the steps as if nothing had been chosen.
  }
}
