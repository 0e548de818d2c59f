import type { Check } from '../define-check.ts'
import { adminConsentFlow } from './admin-consent-flow.ts'
import { credentialPolicy } from './credential-policy.ts'
import { userConsent } from './user-consent.ts'
import { userRegister } from './user-register.ts'

/** What users and developers may do with applications. */
export const APP_POLICY_CHECKS: readonly Check[] = [
  userRegister,
  userConsent,
  adminConsentFlow,
  credentialPolicy,
]
