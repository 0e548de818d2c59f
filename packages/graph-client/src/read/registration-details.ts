import { z } from 'zod'

import { date, flag, guid, text, texts } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** The authentication methods that a user has registered. Blocked users may be absent. */
export const RegistrationDetails = z.object({
  id: guid,
  /** member or guest. */
  userType: text,
  isAdmin: flag,
  isMfaRegistered: flag,
  isMfaCapable: flag,
  isPasswordlessCapable: flag,
  isSsprRegistered: flag,
  isSsprEnabled: flag,
  isSsprCapable: flag,
  /** microsoftAuthenticatorPush, softwareOneTimePasscode, mobilePhone, fido2SecurityKey, … */
  methodsRegistered: texts,
  lastUpdatedDateTime: date,
})
export type RegistrationDetails = z.infer<typeof RegistrationDetails>

// This path knows $filter and $orderby only, and chooses the size of its pages itself.
const PATH = '/reports/authenticationMethods/userRegistrationDetails'

/**
 * `GET /reports/authenticationMethods/userRegistrationDetails`, a page at a time; five requests in
 * ten seconds. Without Entra ID P1 NOT_LICENSED, without AuditLog.Read.All PERMISSION_MISSING.
 */
export function readRegistrationDetails(
  graph: TenantGraph,
): AsyncGenerator<RegistrationDetails[], void, undefined> {
  return graph.pages(RegistrationDetails, PATH)
}
