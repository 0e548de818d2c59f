import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import type { TenantGraph } from '../engine/graph.ts'
import {
  ADMIN_CONSENT_REQUEST_POLICY_PATH,
  AdminConsentRequestPolicy,
} from './admin-consent-request-policy.ts'
import { APP_MANAGEMENT_POLICY_PATH, AppManagementPolicy } from './app-management-policy.ts'
import {
  AUTHENTICATION_METHODS_POLICY_PATH,
  AuthenticationMethodsPolicy,
} from './authentication-methods-policy.ts'
import { AUTHORIZATION_POLICY_PATH, AuthorizationPolicy } from './authorization-policy.ts'
import { CROSS_TENANT_ACCESS_PATH, CrossTenantAccessDefault } from './cross-tenant-access.ts'
import { Domain, DOMAINS_PATH } from './domains.ts'
import { GROUP_SETTINGS_PATH, GroupSetting } from './group-settings.ts'
import {
  isQuotaUnknown,
  ORGANIZATION_PATH,
  OrganizationAnswer,
  readOrganizationWithoutQuota,
} from './organization.ts'
import type { Organization } from './organization.ts'
import { SECURITY_DEFAULTS_PATH, SecurityDefaults } from './security-defaults.ts'
import { SUBSCRIBED_SKUS_PATH, SubscribedSku } from './subscribed-skus.ts'
import { Subscription, SUBSCRIPTIONS_PATH } from './subscriptions.ts'
import { TIMEOUT_POLICIES_PATH, TimeoutPolicy } from './timeout-policies.ts'

/** The small parts of a tenant's directory. Each part succeeds or fails separately. */
export type TenantFacts = {
  organization: Organization | GraphFailure
  subscribedSkus: SubscribedSku[] | GraphFailure
  domains: Domain[] | GraphFailure
  subscriptions: Subscription[] | GraphFailure
  securityDefaults: SecurityDefaults | GraphFailure
  authorizationPolicy: AuthorizationPolicy | GraphFailure
  /** Null: this cloud has none. */
  authenticationMethodsPolicy: AuthenticationMethodsPolicy | GraphFailure | null
  adminConsentRequestPolicy: AdminConsentRequestPolicy | GraphFailure
  defaultAppManagementPolicy: AppManagementPolicy | GraphFailure
  crossTenantAccessDefault: CrossTenantAccessDefault | GraphFailure
  groupSettings: GroupSetting[] | GraphFailure
  activityBasedTimeoutPolicies: TimeoutPolicy[] | GraphFailure
}

type Part = keyof TenantFacts
type Facts = { [P in Part]: Exclude<TenantFacts[P], GraphFailure | null> }

const REQUESTS: readonly BatchRequest<Partial<Facts>>[] = [
  {
    id: 'organization',
    path: ORGANIZATION_PATH,
    lenientAt: ['value', 0],
    schema: OrganizationAnswer.transform((organization) => ({ organization })),
  },
  {
    id: 'subscribedSkus',
    path: SUBSCRIBED_SKUS_PATH,
    all: true,
    schema: z.array(SubscribedSku).transform((subscribedSkus) => ({ subscribedSkus })),
  },
  {
    id: 'domains',
    path: DOMAINS_PATH,
    all: true,
    schema: z.array(Domain).transform((domains) => ({ domains })),
  },
  {
    id: 'subscriptions',
    path: SUBSCRIPTIONS_PATH,
    all: true,
    schema: z.array(Subscription).transform((subscriptions) => ({ subscriptions })),
  },
  {
    id: 'securityDefaults',
    path: SECURITY_DEFAULTS_PATH,
    schema: SecurityDefaults.transform((securityDefaults) => ({ securityDefaults })),
  },
  {
    id: 'authorizationPolicy',
    path: AUTHORIZATION_POLICY_PATH,
    schema: AuthorizationPolicy.transform((authorizationPolicy) => ({ authorizationPolicy })),
  },
  {
    id: 'authenticationMethodsPolicy',
    path: AUTHENTICATION_METHODS_POLICY_PATH,
    schema: AuthenticationMethodsPolicy.transform((authenticationMethodsPolicy) => ({
      authenticationMethodsPolicy,
    })),
  },
  {
    id: 'adminConsentRequestPolicy',
    path: ADMIN_CONSENT_REQUEST_POLICY_PATH,
    schema: AdminConsentRequestPolicy.transform((adminConsentRequestPolicy) => ({
      adminConsentRequestPolicy,
    })),
  },
  {
    id: 'defaultAppManagementPolicy',
    path: APP_MANAGEMENT_POLICY_PATH,
    schema: AppManagementPolicy.transform((defaultAppManagementPolicy) => ({
      defaultAppManagementPolicy,
    })),
  },
  {
    id: 'crossTenantAccessDefault',
    path: CROSS_TENANT_ACCESS_PATH,
    schema: CrossTenantAccessDefault.transform((crossTenantAccessDefault) => ({
      crossTenantAccessDefault,
    })),
  },
  {
    id: 'groupSettings',
    path: GROUP_SETTINGS_PATH,
    all: true,
    schema: z.array(GroupSetting).transform((groupSettings) => ({ groupSettings })),
  },
  {
    id: 'activityBasedTimeoutPolicies',
    path: TIMEOUT_POLICIES_PATH,
    all: true,
    schema: z.array(TimeoutPolicy).transform((activityBasedTimeoutPolicies) => ({
      activityBasedTimeoutPolicies,
    })),
  },
]

/** Twelve small things in one request; more follow only where a collection is unusually long. */
export async function readTenantFacts(graph: TenantGraph): Promise<TenantFacts> {
  const hasMethodsPolicy = !graph.lacks('authenticationMethodsPolicy')
  const answers = await graph.batch(
    REQUESTS.filter(({ id }) => hasMethodsPolicy || id !== 'authenticationMethodsPolicy'),
  )

  function factOf<P extends Part>(part: P): Facts[P] | GraphFailure {
    const answer = answers.get(part)
    const fact = answer instanceof GraphFailure ? answer : answer?.[part]
    if (fact === undefined) throw new Error(`${part} has no outcome`)
    return fact
  }

  return {
    organization: await withoutQuotaIfNeeded(factOf('organization'), graph),
    subscribedSkus: factOf('subscribedSkus'),
    domains: factOf('domains'),
    subscriptions: factOf('subscriptions'),
    securityDefaults: factOf('securityDefaults'),
    authorizationPolicy: factOf('authorizationPolicy'),
    authenticationMethodsPolicy: hasMethodsPolicy ? factOf('authenticationMethodsPolicy') : null,
    adminConsentRequestPolicy: factOf('adminConsentRequestPolicy'),
    defaultAppManagementPolicy: factOf('defaultAppManagementPolicy'),
    crossTenantAccessDefault: factOf('crossTenantAccessDefault'),
    groupSettings: factOf('groupSettings'),
    activityBasedTimeoutPolicies: factOf('activityBasedTimeoutPolicies'),
  }
}

async function withoutQuotaIfNeeded(
  answer: Organization | GraphFailure,
  graph: TenantGraph,
): Promise<Organization | GraphFailure> {
  if (!isQuotaUnknown(answer)) return answer
  try {
    return await readOrganizationWithoutQuota(graph)
  } catch (error) {
    if (error instanceof GraphFailure) return error
    throw error
  }
}
