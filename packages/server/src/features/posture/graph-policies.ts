import type { PolicyFacts } from '@tenantscope/analysis/checks/facts'
import { ConditionalAccessPolicy } from '@tenantscope/graph-client/read/policies'
import { z } from 'zod'

import { date, flag, keyOrNull, list, listOrAbsent, maybe, text, texts } from './graph-fields.ts'

// Policies and settings of a tenant as Graph v1.0 returns them, with what checks need of them.

type GraphPolicy = z.infer<typeof ConditionalAccessPolicy>

/** A policy as it is read or stored. */
type ReadPolicy = Pick<GraphPolicy, 'id' | 'createdDateTime' | 'modifiedDateTime'> & {
  readonly displayName: string | null
  readonly state: string | null
  readonly conditions: Partial<NonNullable<GraphPolicy['conditions']>> | null
  readonly grantControls: GraphPolicy['grantControls']
  readonly sessionControls: GraphPolicy['sessionControls']
}

/** Names of conditions and controls that the parser does not know are kept in `unknown`. */
export function policyFacts({
  displayName,
  state,
  conditions,
  sessionControls,
  ...policy
}: ReadPolicy): PolicyFacts {
  const { clientApplications = null, ...others } = conditions ?? {}
  const isForWorkloads = Object.values(clientApplications ?? {}).some((ids) => ids.length > 0)
  return {
    ...policy,
    displayName: displayName ?? policy.id,
    state: state ?? '',
    conditions: others,
    sessionControls,
    clientApplications: isForWorkloads ? clientApplications : null,
  }
}

export const Policy = ConditionalAccessPolicy.transform(policyFacts)

const target = maybe({ id: keyOrNull, targetType: text })
const targets = listOrAbsent(z.object({ id: keyOrNull, targetType: text }))
const featureSetting = maybe({ state: text, includeTarget: target, excludeTarget: target })

export const MethodsPolicy = z.object({
  policyMigrationState: text,
  authenticationMethodConfigurations: list(
    z.object({
      id: z.string().min(1),
      state: text,
      includeTargets: targets,
      excludeTargets: targets,
      isUsableOnce: flag,
      featureSettings: maybe({
        displayAppInformationRequiredState: featureSetting,
        displayLocationInformationRequiredState: featureSetting,
      }),
    }),
  ).default([]),
  systemCredentialPreferences: maybe({
    state: text,
    includeTargets: targets,
    excludeTargets: targets,
  }),
  reportSuspiciousActivitySettings: featureSetting,
})

export const AuthorizationPolicy = z.object({
  allowInvitesFrom: text,
  guestUserRoleId: keyOrNull,
  allowEmailVerifiedUsersToJoinOrganization: flag,
  allowedToUseSSPR: flag,
  blockMsolPowerShell: flag,
  defaultUserRolePermissions: maybe({
    allowedToCreateApps: flag,
    allowedToCreateSecurityGroups: flag,
    allowedToCreateTenants: flag,
    allowedToReadBitlockerKeysForOwnedDevice: flag,
    permissionGrantPoliciesAssigned: texts,
  }),
})

export const AdminConsentRequestPolicy = z.object({
  isEnabled: flag,
  reviewers: listOrAbsent(z.looseObject({})),
})

const restrictions = listOrAbsent(
  z.object({
    restrictionType: text,
    state: text,
    maxLifetime: text,
    restrictForAppsCreatedAfterDateTime: date,
  }),
)
const restrictionsOfKind = maybe({
  passwordCredentials: restrictions,
  keyCredentials: restrictions,
})

export const AppManagementPolicy = z.object({
  isEnabled: flag,
  applicationRestrictions: restrictionsOfKind,
  servicePrincipalRestrictions: restrictionsOfKind,
})

const scope = maybe({
  accessType: text,
  targets: listOrAbsent(z.object({ target: text, targetType: text })),
})
const access = maybe({ usersAndGroups: scope, applications: scope })

export const CrossTenantDefault = z.object({
  isServiceDefault: flag,
  inboundTrust: maybe({
    isMfaAccepted: flag,
    isCompliantDeviceAccepted: flag,
    isHybridAzureADJoinedDeviceAccepted: flag,
  }),
  b2bCollaborationInbound: access,
  b2bDirectConnectInbound: access,
})

export const TimeoutPolicy = z.object({
  id: text,
  displayName: text,
  isOrganizationDefault: flag,
  definition: texts,
})

export const GroupSetting = z.object({
  displayName: text,
  templateId: keyOrNull,
  values: listOrAbsent(z.object({ name: text, value: text })),
})

export const SecurityDefaults = z.object({ isEnabled: z.boolean() })
