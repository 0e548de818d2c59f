import type { Check } from '../define-check.ts'
import { bitlockerSelf } from './bitlocker-self.ts'
import { createTenants } from './create-tenants.ts'
import { emailJoin } from './email-join.ts'
import { idleTimeout } from './idle-timeout.ts'
import { m365Groups } from './m365-groups.ts'
import { msolBlocked } from './msol-blocked.ts'
import { securityGroups } from './security-groups.ts'

/** What members may do by default. */
export const TEN_CHECKS: readonly Check[] = [
  createTenants,
  securityGroups,
  m365Groups,
  bitlockerSelf,
  msolBlocked,
  emailJoin,
  idleTimeout,
]
