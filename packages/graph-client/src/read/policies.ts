import { z } from 'zod'

import {
  date,
  description,
  flag,
  id,
  maybe,
  number,
  text,
  texts as names,
} from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { withUnknown } from './unknown-settings.ts'

// States, controls and conditions stay plain texts: Microsoft adds members, and a policy with a
// new one must still be shown.

const GuestsOrExternalUsers = z.object({
  /** One word, or several with commas between. */
  guestOrExternalUserTypes: text,
  /** `all`, or `enumerated`: those of some directories only. */
  externalTenants: maybe(z.object({ membershipKind: text })),
})

const Filter = z.object({ mode: text, rule: description })

const Users = z.object({
  /** Ids, or All, None, GuestsOrExternalUsers. */
  includeUsers: names,
  excludeUsers: names,
  includeGroups: names,
  excludeGroups: names,
  includeRoles: names,
  excludeRoles: names,
  includeGuestsOrExternalUsers: maybe(GuestsOrExternalUsers),
  excludeGuestsOrExternalUsers: maybe(GuestsOrExternalUsers),
})

const Applications = z.object({
  /** Ids, or All, None, Office365, MicrosoftAdminPortals. */
  includeApplications: names,
  excludeApplications: names,
  includeUserActions: names,
  includeAuthenticationContextClassReferences: names,
  applicationFilter: maybe(Filter),
})

/** Present on policies for workloads instead of people. */
const ClientApplications = z.object({
  includeServicePrincipals: names,
  excludeServicePrincipals: names,
})

const Conditions = withUnknown({
  users: maybe(Users),
  applications: maybe(Applications),
  clientApplications: maybe(ClientApplications),
  clientAppTypes: names,
  userRiskLevels: names,
  signInRiskLevels: names,
  servicePrincipalRiskLevels: names,
  platforms: maybe(z.object({ includePlatforms: names, excludePlatforms: names })),
  locations: maybe(z.object({ includeLocations: names, excludeLocations: names })),
  devices: maybe(z.object({ deviceFilter: maybe(Filter) })),
  authenticationFlows: maybe(z.object({ transferMethods: text })),
  /** One word, or several with commas between. */
  insiderRiskLevels: text,
})

const AuthenticationStrength = z.object({
  id: text,
  displayName: text,
  /** Each one method, or several with commas between: `password,microsoftAuthenticatorPush`. */
  allowedCombinations: names,
})

const GrantControls = withUnknown({
  /** AND or OR. */
  operator: text,
  builtInControls: names,
  customAuthenticationFactors: names,
  termsOfUse: names,
  authenticationStrength: maybe(AuthenticationStrength),
})

const SignInFrequency = z.object({
  isEnabled: flag,
  /** hours or days; null when it is every time. */
  type: text,
  value: number,
  /** timeBased or everyTime. */
  frequencyInterval: text,
})

const SessionControls = withUnknown({
  disableResilienceDefaults: flag,
  signInFrequency: maybe(SignInFrequency),
  persistentBrowser: maybe(z.object({ isEnabled: flag, mode: text })),
  /** Token protection. */
  secureSignInSession: maybe(z.object({ isEnabled: flag })),
})

/** A Conditional Access policy. */
export const ConditionalAccessPolicy = z.object({
  id,
  displayName: text,
  /** enabled, disabled or enabledForReportingButNotEnforced. */
  state: text,
  templateId: text,
  createdDateTime: date,
  modifiedDateTime: date,
  conditions: maybe(Conditions),
  grantControls: maybe(GrantControls),
  sessionControls: maybe(SessionControls),
})
export type ConditionalAccessPolicy = z.infer<typeof ConditionalAccessPolicy>

// Nothing is selected: the whole of a policy is needed, and this path does not count units.
const PATH = '/identity/conditionalAccess/policies'
// This service answers both with AccessDenied: no permission, and no license.
const SUFFICIENT_ROLES = ['Policy.Read.All', 'Policy.Read.ConditionalAccess']

/**
 * `GET /identity/conditionalAccess/policies`. A tenant without Entra ID P1 is either refused
 * (NOT_LICENSED) or has none: an empty list means "no policies" only where P1 is known to be there.
 */
export function readPolicies(graph: TenantGraph): Promise<ConditionalAccessPolicy[]> {
  return graph.all(ConditionalAccessPolicy, PATH, { sufficientRoles: SUFFICIENT_ROLES })
}
