import { z } from 'zod'

import { date, flag, list, maybe, text } from '../engine/fields.ts'

const Restriction = z.object({
  /** passwordAddition, passwordLifetime, customPasswordAddition, symmetricKeyLifetime, asymmetricKeyLifetime, … */
  restrictionType: text,
  /** enabled or disabled; null: older answers hold only what is in force. */
  state: text,
  /** ISO 8601: P180D. Null for additions, which are forbidden or not. */
  maxLifetime: text,
  restrictForAppsCreatedAfterDateTime: date,
})

const Restrictions = z.object({
  passwordCredentials: list(Restriction),
  keyCredentials: list(Restriction),
})

/** The requirements of a directory for the credentials of its applications. */
export const AppManagementPolicy = z.object({
  isEnabled: flag,
  applicationRestrictions: maybe(Restrictions),
  servicePrincipalRestrictions: maybe(Restrictions),
})
export type AppManagementPolicy = z.infer<typeof AppManagementPolicy>

export const APP_MANAGEMENT_POLICY_PATH = '/policies/defaultAppManagementPolicy'
