import type { Check } from '../define-check.ts'
import { highRiskApproles } from './high-risk-approles.ts'
import { longLived } from './long-lived.ts'
import { ownersOnPrivileged } from './owners-on-privileged.ts'
import { secretExpiry } from './secret-expiry.ts'
import { tenantWideConsent } from './tenant-wide-consent.ts'

export const APP_CHECKS: readonly Check[] = [
  secretExpiry,
  longLived,
  highRiskApproles,
  tenantWideConsent,
  ownersOnPrivileged,
]
