import { z } from 'zod'

import { flag, guidOrNull, maybe, text, texts } from '../engine/fields.ts'

const DefaultUserRolePermissions = z.object({
  allowedToCreateApps: flag,
  allowedToCreateSecurityGroups: flag,
  allowedToCreateTenants: flag,
  allowedToReadBitlockerKeysForOwnedDevice: flag,
  /** What people may consent to by themselves; empty: to nothing; null: Microsoft did not say. */
  permissionGrantPoliciesAssigned: maybe(texts),
})

/** The default permissions of users and guests of a directory. */
export const AuthorizationPolicy = z.object({
  /** none, adminsAndGuestInviters, adminsGuestInvitersAndAllMembers or everyone. */
  allowInvitesFrom: text,
  /** A role's template id. */
  guestUserRoleId: guidOrNull,
  allowEmailVerifiedUsersToJoinOrganization: flag,
  allowedToUseSSPR: flag,
  blockMsolPowerShell: flag,
  defaultUserRolePermissions: maybe(DefaultUserRolePermissions),
})
export type AuthorizationPolicy = z.infer<typeof AuthorizationPolicy>

/** One object in v1.0; only beta has a collection here. */
export const AUTHORIZATION_POLICY_PATH = '/policies/authorizationPolicy'
