import type { GraphObject, TenantSettings } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { answerList } from '../query/listing.ts'
import { answerSingle, plainShape } from '../query/single.ts'

const ONE_PAGE = { pageDefault: 100, pageMax: 999 } as const

/** The directory's singletons, each a property of TenantSettings. */
type SettingName = Exclude<keyof TenantSettings, 'groupSettings' | 'activityBasedTimeoutPolicies'>

/** The set in @odata.context, and the type that a refusal of $select names. */
const SINGLETONS: Record<SettingName, { readonly set: string; readonly typeName: string }> = {
  authenticationMethodsPolicy: {
    set: 'authenticationMethodsPolicy',
    typeName: 'microsoft.graph.authenticationMethodsPolicy',
  },
  securityDefaults: {
    set: 'policies/identitySecurityDefaultsEnforcementPolicy',
    typeName: 'microsoft.graph.identitySecurityDefaultsEnforcementPolicy',
  },
  authorizationPolicy: {
    set: 'policies/authorizationPolicy',
    typeName: 'microsoft.graph.authorizationPolicy',
  },
  adminConsentRequestPolicy: {
    set: 'policies/adminConsentRequestPolicy',
    typeName: 'microsoft.graph.adminConsentRequestPolicy',
  },
  defaultAppManagementPolicy: {
    set: 'policies/defaultAppManagementPolicy',
    typeName: 'microsoft.graph.tenantAppManagementPolicy',
  },
  crossTenantAccessDefault: {
    set: 'policies/crossTenantAccessPolicy/default',
    typeName: 'microsoft.graph.crossTenantAccessPolicyConfigurationDefault',
  },
}

/** The path of one singleton. */
export function getSetting(name: SettingName): (call: GraphCall) => GraphAnswer {
  const { set, typeName } = SINGLETONS[name]
  return (call) => {
    const row = call.tenant.settings[name]
    return answerSingle(call, { set, shape: plainShape(typeName, Object.keys(row)), row })
  }
}

const GROUP_SETTING = plainShape<GraphObject>('microsoft.graph.groupSetting', [
  'id',
  'displayName',
  'templateId',
  'values',
])

/** Only what an administrator changed: a directory with Microsoft's defaults has none. */
export function listGroupSettings(call: GraphCall): GraphAnswer {
  const rows = call.tenant.settings.groupSettings
  return answerList(call, { set: 'groupSettings', shape: GROUP_SETTING, rows, ...ONE_PAGE })
}

const TIMEOUT_POLICY = plainShape<GraphObject>('microsoft.graph.activityBasedTimeoutPolicy', [
  'id',
  'deletedDateTime',
  'definition',
  'description',
  'displayName',
  'isOrganizationDefault',
])

export function listTimeoutPolicies(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'policies/activityBasedTimeoutPolicies',
    shape: TIMEOUT_POLICY,
    rows: call.tenant.settings.activityBasedTimeoutPolicies,
    ...ONE_PAGE,
  })
}
