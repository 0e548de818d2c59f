import type { Check } from '../define-check.ts'
import { syncFresh } from './sync-fresh.ts'

/** The synchronization of a local directory. */
export const HYB_CHECKS: readonly Check[] = [syncFresh]
