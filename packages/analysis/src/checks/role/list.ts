import type { Check } from '../define-check.ts'
import { cloudOnly } from './cloud-only.ts'
import { disabledAdmin } from './disabled-admin.ts'
import { gaCount } from './ga-count.ts'
import { gaRatio } from './ga-ratio.ts'
import { guestAdmin } from './guest-admin.ts'
import { licenceFootprint } from './licence-footprint.ts'
import { permanent } from './permanent.ts'
import { spPrivileged } from './sp-privileged.ts'
import { staleAdmin } from './stale-admin.ts'

/** Checks of privileged roles. */
export const ROLE_CHECKS: readonly Check[] = [
  gaCount,
  gaRatio,
  cloudOnly,
  licenceFootprint,
  guestAdmin,
  spPrivileged,
  disabledAdmin,
  staleAdmin,
  permanent,
]
