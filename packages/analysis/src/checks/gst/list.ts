import type { Check } from '../define-check.ts'
import { pendingGuests } from './pending.ts'
import { staleGuests } from './stale.ts'

/** The accounts of guests. */
export const GST_CHECKS: readonly Check[] = [staleGuests, pendingGuests]
