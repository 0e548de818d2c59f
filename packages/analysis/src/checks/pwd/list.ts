import type { Check } from '../define-check.ts'
import { bannedList } from './banned-list.ts'
import { lockout } from './lockout.ts'
import { noExpiry } from './no-expiry.ts'
import { onpremProtection } from './onprem-protection.ts'
import { weakFlag } from './weak-flag.ts'

export const PWD_CHECKS: readonly Check[] = [
  noExpiry,
  bannedList,
  lockout,
  onpremProtection,
  weakFlag,
]
