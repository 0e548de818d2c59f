import { ENTRA_PLAN_IDS } from '@tenantscope/analysis/coverage/entra-license'
import { isAgentType } from '@tenantscope/analysis/coverage/facts'
import { z } from 'zod'

import {
  date,
  flag,
  key,
  keyOrNull,
  list,
  listOrAbsent,
  maybe,
  number,
  text,
  texts,
} from './graph-fields.ts'

// Objects of a directory as Graph v1.0 returns them, with what checks need of them.

export const Organization = z.object({
  onPremisesSyncEnabled: flag,
  onPremisesLastSyncDateTime: date,
  technicalNotificationMails: texts,
  securityComplianceNotificationMails: texts,
  directorySizeQuota: maybe({ used: number, total: number }),
})

/** The plans that decide a license are known by their names too, which files may hold alone. */
const ServicePlan = z
  .object({
    servicePlanId: keyOrNull,
    servicePlanName: text,
    appliesTo: text,
    provisioningStatus: text,
  })
  .transform(({ servicePlanId: id, ...plan }) => {
    const name = plan.servicePlanName ?? ''
    return { ...plan, servicePlanId: ENTRA_PLAN_IDS.get(name.toUpperCase()) ?? id ?? name }
  })

export const Sku = z.object({
  skuId: key,
  skuPartNumber: text,
  capabilityStatus: text,
  appliesTo: text,
  consumedUnits: number,
  prepaidUnits: maybe({ enabled: number, warning: number, suspended: number, lockedOut: number }),
  servicePlans: list(ServicePlan).default([]),
})

export const Subscription = z.object({
  id: z.string().min(1),
  skuId: key,
  skuPartNumber: text,
  status: text,
  isTrial: flag,
  totalLicenses: number,
  nextLifecycleDateTime: date,
})

export const Domain = z.object({
  id: z.string().min(1),
  isVerified: flag,
  isDefault: flag,
  isInitial: flag,
  authenticationType: text,
  passwordValidityPeriodInDays: number,
  supportedServices: texts,
})

const GraphUser = z.object({
  id: key,
  '@odata.type': text,
  displayName: text,
  userPrincipalName: text,
  mail: text,
  accountEnabled: flag.transform((value) => value ?? null),
  userType: text.transform((value) => value ?? null),
  externalUserState: text.transform((value) => value ?? null),
  externalUserStateChangeDateTime: date,
  onPremisesSyncEnabled: flag,
  createdDateTime: date,
  passwordPolicies: text,
  assignedLicenses: listOrAbsent(z.object({ skuId: key, disabledPlans: listOrAbsent(key) })),
  licenseAssignmentStates: listOrAbsent(
    z.object({ skuId: key, assignedByGroup: keyOrNull, state: text, error: text }),
  ),
})
export const User = GraphUser.transform(({ '@odata.type': type, ...user }) => ({
  ...user,
  isAgent: isAgentType(type),
}))

export const Group = z.object({
  id: key,
  displayName: text,
  visibility: text,
  groupTypes: texts,
  isAssignableToRole: flag,
})

export const RoleDefinition = z.object({
  id: key,
  templateId: keyOrNull,
  displayName: text,
  isBuiltIn: flag,
})

const principal = maybe({ '@odata.type': text, displayName: text })

export const RoleAssignment = z.object({
  roleDefinitionId: key,
  principalId: key,
  directoryScopeId: text,
  principal,
})

export const DirectoryRole = z.object({
  roleTemplateId: key,
  members: listOrAbsent(z.object({ id: key, '@odata.type': text, displayName: text })),
})

const credentials = listOrAbsent(
  z.object({ keyId: keyOrNull, displayName: text, startDateTime: date, endDateTime: date }),
)

export const ServicePrincipal = z.object({
  id: key,
  appId: keyOrNull,
  displayName: text,
  accountEnabled: flag,
  appOwnerOrganizationId: keyOrNull,
  servicePrincipalType: text,
  passwordCredentials: credentials,
  keyCredentials: credentials,
  /** The application permissions that a resource has. */
  appRoles: listOrAbsent(z.object({ id: key, value: text })),
})

export const Application = z.object({
  id: key,
  appId: key,
  displayName: text,
  passwordCredentials: credentials,
  keyCredentials: credentials,
})

export const DelegatedGrant = z
  .object({
    id: text,
    clientId: key,
    consentType: text,
    principalId: keyOrNull,
    resourceId: keyOrNull,
    scope: z.string().nullish(),
  })
  .transform(({ scope, ...grant }) => ({
    ...grant,
    scopes: (scope ?? '').split(' ').filter((name) => name !== ''),
  }))

export const AppRoleAssignment = z.object({
  id: text,
  appRoleId: key,
  principalId: key,
  principalDisplayName: text,
  resourceId: keyOrNull,
  resourceDisplayName: text,
})

export const Registration = z.object({
  id: key,
  isAdmin: flag,
  isMfaRegistered: flag,
  isMfaCapable: flag,
})

/** Without `signInActivity`: never, as far as Microsoft remembers. */
export const SignIn = z
  .object({
    id: key,
    signInActivity: maybe({
      lastSignInDateTime: date,
      lastNonInteractiveSignInDateTime: date,
      lastSuccessfulSignInDateTime: date,
    }),
  })
  .transform(({ id, signInActivity }) => ({ id, ...signInActivity }))

export const Device = z.object({
  id: key,
  displayName: text,
  accountEnabled: flag,
  approximateLastSignInDateTime: date,
})

export const PerUserMfa = z.object({ id: key, perUserMfaState: text })
