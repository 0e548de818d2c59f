import type { Check } from '../define-check.ts'
import { staleUsers } from './stale.ts'

/** The accounts of members. */
export const USR_CHECKS: readonly Check[] = [staleUsers]
