import type { Random } from '../random.ts'
import { buildApplication, buildSecret } from './applications.ts'
import { grantConsent } from './build-tenant.ts'
import { hasEntraPremium } from './catalog.ts'
import {
  addApplication,
  addPolicy,
  addRoleAssignment,
  addSecret,
  changePolicy,
  changeSettings,
  removeApplication,
  removePolicy,
  removeRoleAssignment,
  removeSecret,
  renameTenant,
  setConsent,
} from './change-tenant.ts'
import { dateIn } from './people.ts'
import { buildPolicies } from './policies.ts'
import { pickFrom, type Act } from './random-people.ts'
import { ROLE_TEMPLATES, roleNamesOf } from './roles.ts'
import { buildSettings } from './settings.ts'
import type { Tenant, TenantSettings } from './types.ts'

export const TENANT_ACTS = {
  'policy-added': addAnyPolicy,
  'policy-switched': switchPolicy,
  'policy-removed': removeAnyPolicy,
  'application-added': addAnyApplication,
  'application-removed': removeAnyApplication,
  'secret-added': addAnySecret,
  'secret-removed': removeAnySecret,
  'role-assigned': assignRole,
  'role-unassigned': unassignRole,
  'settings-changed': changeAnySetting,
  'tenant-renamed': rename,
} as const satisfies Record<string, Act>

/** These stop the app from reading, so they happen only where they are asked for. */
export const CONSENT_ACTS = {
  'consent-taken': takeConsent,
  'consent-given': giveConsent,
} as const satisfies Record<string, Act>

const STATES = ['enabled', 'disabled', 'enabledForReportingButNotEnforced'] as const
const SETTINGS = [
  'authenticationMethodsPolicy',
  'securityDefaults',
  'authorizationPolicy',
  'adminConsentRequestPolicy',
  'defaultAppManagementPolicy',
  'crossTenantAccessDefault',
  'groupSettings',
  'activityBasedTimeoutPolicies',
] as const satisfies readonly (keyof TenantSettings)[]
const SUFFIXES = ['Group', 'Holding', 'International', '& Partners', 'Services'] as const

function addAnyPolicy(tenant: Tenant, random: Random): string | undefined {
  if (!hasEntraPremium(tenant)) return undefined
  const drafted = random.pick(
    buildPolicies('good', tenant.people[1]?.id, random.fork(random.token(8))),
  )
  addPolicy(tenant, drafted)
  return `The policy ${drafted.displayName} was made`
}

function switchPolicy(tenant: Tenant, random: Random): string | undefined {
  const policy = pickFrom(tenant.policies, random)
  if (!policy) return undefined
  const state = random.pick(STATES.filter((each) => each !== policy.state))
  changePolicy(tenant, policy.id, { state, modifiedDateTime: dateIn(2026, random) })
  return `The policy ${policy.displayName} is ${state} now`
}

function removeAnyPolicy(tenant: Tenant, random: Random): string | undefined {
  const policy = pickFrom(tenant.policies, random)
  if (!policy) return undefined
  removePolicy(tenant, policy.id)
  return `The policy ${policy.displayName} was removed`
}

function addAnyApplication(tenant: Tenant, random: Random): string {
  const application = buildApplication(tenant.people, random.fork(random.token(8)))
  addApplication(tenant, application)
  return `The application ${application.displayName} was registered`
}

function removeAnyApplication(tenant: Tenant, random: Random): string | undefined {
  const application = pickFrom(tenant.applications, random)
  if (!application) return undefined
  removeApplication(tenant, application.id)
  return `The application ${application.displayName} was removed`
}

function addAnySecret(tenant: Tenant, random: Random): string | undefined {
  const application = pickFrom(tenant.applications, random)
  if (!application) return undefined
  addSecret(tenant, application.id, buildSecret(random.pick([90, 180, 730]), random))
  return `The application ${application.displayName} has a secret more`
}

function removeAnySecret(tenant: Tenant, random: Random): string | undefined {
  const application = pickFrom(
    tenant.applications.filter((each) => each.passwordCredentials.length > 0),
    random,
  )
  if (!application) return undefined
  removeSecret(tenant, application.id, random.pick(application.passwordCredentials).keyId)
  return `The application ${application.displayName} has a secret less`
}

/** To a group that may hold roles, or to a service principal. */
function assignRole(tenant: Tenant, random: Random): string | undefined {
  const holder = pickFrom(
    [
      ...tenant.groups
        .filter((group) => group.isAssignableToRole)
        .map(({ id, displayName }) => ({ id, displayName, kind: 'group' as const })),
      ...tenant.servicePrincipals.map(({ id, displayName }) => ({
        id,
        displayName,
        kind: 'servicePrincipal' as const,
      })),
    ],
    random,
  )
  if (!holder) return undefined
  const roleTemplateId = random.pick(Object.values(ROLE_TEMPLATES))
  const isHeld = tenant.roleAssignments.some(
    (each) => each.principalId === holder.id && each.roleTemplateId === roleTemplateId,
  )
  if (isHeld) return undefined
  addRoleAssignment(tenant, {
    id: random.token(43),
    roleTemplateId,
    principalId: holder.id,
    principalKind: holder.kind,
  })
  return `${holder.displayName} holds the role ${roleNamesOf([roleTemplateId]).join()} now`
}

function unassignRole(tenant: Tenant, random: Random): string | undefined {
  const assignment = pickFrom(tenant.roleAssignments, random)
  if (!assignment) return undefined
  removeRoleAssignment(tenant, assignment.id)
  return `A ${assignment.principalKind} lost ${roleNamesOf([assignment.roleTemplateId]).join()}`
}

/** One of the singletons becomes as a directory of that care has it. */
function changeAnySetting(tenant: Tenant, random: Random): string {
  const care = random.pick(['good', 'fair', 'poor'] as const)
  const fresh = buildSettings({
    care,
    hasSecurityDefaults: tenant.policies.length === 0 && care !== 'poor',
    hasPremium: hasEntraPremium(tenant),
    isHybrid: tenant.onPremisesSyncEnabled === true,
    reviewerId: tenant.people[0]?.id,
    random: random.fork(random.token(8)),
  })
  const name = random.pick(SETTINGS)
  changeSettings(tenant, { [name]: fresh[name] })
  return `${name} was changed`
}

function rename(tenant: Tenant, random: Random): string {
  const before = tenant.displayName
  renameTenant(tenant, `${tenant.contractDisplayName} ${random.pick(SUFFIXES)}`)
  return `${before} is called ${tenant.displayName} now`
}

function takeConsent(tenant: Tenant): string | undefined {
  if (!tenant.consent) return undefined
  setConsent(tenant, null)
  return 'Consent was taken back'
}

function giveConsent(tenant: Tenant, random: Random): string | undefined {
  if (tenant.consent) return undefined
  setConsent(tenant, grantConsent(random.fork(random.token(8))))
  return 'An administrator accepted the app'
}
