import type { Check } from '../define-check.ts'
import { staleDevices } from './stale.ts'

/** The devices of the directory. */
export const DEV_CHECKS: readonly Check[] = [staleDevices]
