import { recordChange, recordNew, recordRemoval } from './journal.ts'
import type {
  AppCredential,
  Application,
  ConditionalAccessPolicy,
  Consent,
  RoleAssignment,
  Tenant,
  TenantSettings,
} from './types.ts'

/** The contract keeps the name that it was made with. */
export function renameTenant(tenant: Tenant, displayName: string): void {
  tenant.displayName = displayName
}

/** Deletes the app's service principal, or creates it again, as an administrator would. */
export function setConsent(tenant: Tenant, consent: Consent | null): void {
  tenant.consent = consent
}

export function addPolicy(tenant: Tenant, policy: ConditionalAccessPolicy): void {
  tenant.policies.push(policy)
}

export function changePolicy(
  tenant: Tenant,
  id: string,
  patch: Partial<ConditionalAccessPolicy>,
): void {
  tenant.policies = tenant.policies.map((policy) =>
    policy.id === id ? { ...policy, ...patch, id } : policy,
  )
}

export function removePolicy(tenant: Tenant, id: string): void {
  tenant.policies = tenant.policies.filter((policy) => policy.id !== id)
}

export function changeSettings(tenant: Tenant, patch: Partial<TenantSettings>): void {
  Object.assign(tenant.settings, patch)
}

/** Roles of groups and service principals; people carry theirs. */
export function addRoleAssignment(tenant: Tenant, assignment: RoleAssignment): void {
  tenant.roleAssignments.push(assignment)
}

export function removeRoleAssignment(tenant: Tenant, id: string): void {
  tenant.roleAssignments = tenant.roleAssignments.filter((each) => each.id !== id)
}

export function addApplication(tenant: Tenant, application: Application): void {
  tenant.applications.push(application)
  recordNew(tenant, { set: 'applications', id: application.id })
}

/** Its service principal and what that was granted stay, as at Microsoft. */
export function removeApplication(tenant: Tenant, id: string): void {
  const left = tenant.applications.filter((each) => each.id !== id)
  if (left.length === tenant.applications.length) return
  tenant.applications = left
  recordRemoval(tenant, { set: 'applications', id }, 'changed')
}

export function addSecret(tenant: Tenant, id: string, secret: AppCredential): void {
  setSecrets(tenant, id, (secrets) => [...secrets, secret])
}

export function removeSecret(tenant: Tenant, id: string, keyId: string): void {
  setSecrets(tenant, id, (secrets) => secrets.filter((each) => each.keyId !== keyId))
}

function setSecrets(
  tenant: Tenant,
  id: string,
  change: (secrets: readonly AppCredential[]) => readonly AppCredential[],
): void {
  const application = tenant.applications.find((each) => each.id === id)
  if (!application) throw new Error(`No application has the id ${id} in ${tenant.displayName}`)
  application.passwordCredentials = change(application.passwordCredentials)
  recordChange(tenant, { set: 'applications', id }, ['passwordCredentials'])
}
