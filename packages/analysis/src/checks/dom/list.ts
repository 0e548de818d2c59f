import type { Check } from '../define-check.ts'
import { unverified } from './unverified.ts'

/** The domains of the tenant. */
export const DOM_CHECKS: readonly Check[] = [unverified]
