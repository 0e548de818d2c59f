import type { PermissionKind } from '@tenantscope/contract/azure'

import { PERMISSION_IDS } from './permission-ids.ts'

/** Microsoft Graph's own application id, the same in every cloud. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000'

/** The permissions that every tenant must grant (decisions.md, Microsoft connection). */
export const REQUIRED_PERMISSIONS = [
  'Directory.Read.All',
  'Organization.Read.All',
  'User.Read.All',
  'Policy.Read.All',
] as const
export type RequiredPermission = (typeof REQUIRED_PERMISSIONS)[number]

/** Permissions that add optional data. */
export const OPTIONAL_PERMISSIONS = [
  'Reports.Read.All',
  'AuditLog.Read.All',
  'DelegatedAdminRelationship.Read.All',
] as const
type OptionalPermission = (typeof OPTIONAL_PERMISSIONS)[number]

/** Not requested, but used where it is granted. */
type UsedPermission = 'SecurityEvents.Read.All'

interface PermissionTexts {
  readonly description: string
  /** What it makes visible, for display. */
  readonly unlocks: readonly string[]
}

/** Texts for every permission that the product uses. */
const PERMISSION_TEXTS: Readonly<
  Record<RequiredPermission | OptionalPermission | UsedPermission, PermissionTexts>
> = {
  'Directory.Read.All': {
    description: 'Read the directory: domains, groups, administrators, applications and contracts',
    unlocks: [
      'All Tenants: the customers of your contracts, and Full Access for each tenant',
      'Tenant page: domains, groups, administrators and applications',
    ],
  },
  'Organization.Read.All': {
    description: 'Read the organization and its subscriptions',
    unlocks: [
      'All Tenants: seats and savings',
      'Tenant page: licenses, their seats and renewal dates',
      'CSP License Analysis: purchased licenses compared with assigned licenses',
    ],
  },
  'User.Read.All': {
    description: 'Read users and their licenses',
    unlocks: [
      'All Tenants: users and licensed users',
      'Tenant page: User Details and the license matrix',
    ],
  },
  'Policy.Read.All': {
    description: 'Read Conditional Access and the other security policies',
    unlocks: [
      'All Tenants: whether MFA is required',
      'Tenant page: Conditional Access Policies and directory settings',
    ],
  },
  'Reports.Read.All': {
    description: 'Read Microsoft 365 usage reports',
    unlocks: ['When each user last used Exchange, Teams, SharePoint and OneDrive'],
  },
  'AuditLog.Read.All': {
    description: 'Read sign-in dates and registered sign-in methods',
    unlocks: [
      'When each user last signed in, in tenants with Entra ID P1',
      'Which users have registered MFA methods, in tenants with Entra ID P1',
    ],
  },
  'DelegatedAdminRelationship.Read.All': {
    description: "Read the partner's delegated administration relationships (GDAP)",
    unlocks: [
      'All Tenants: customers with a delegated relationship and no contract',
      'Which administrator roles the partner has in a customer, and until when',
    ],
  },
  'SecurityEvents.Read.All': {
    description: 'Read security events and the Secure Score',
    // No screen shows it yet.
    unlocks: [],
  },
}

/** The catalog's description of a permission. */
export interface NamedPermission extends PermissionTexts {
  readonly id: string | null
  readonly value: string
  readonly kind: PermissionKind
  readonly isCritical: boolean
  /** Why it is more than needed, or null. */
  readonly reason: string | null
}

/** Returns the description of a permission by its name, or by its id when the name is unknown. */
export function namedPermission(value: string): NamedPermission {
  const id = PERMISSION_IDS.get(value) ?? (GUID.test(value) ? value : null)
  const texts = isUsed(value) ? PERMISSION_TEXTS[value] : undefined
  const isCritical = value === 'Directory.Read.All'
  if (texts !== undefined)
    return { ...texts, id, value, kind: kindOfUsed(value), isCritical, reason: null }
  const rest = { id, value, isCritical, unlocks: [] }
  const reason = reasonAgainst(value)
  return reason === null
    ? { ...rest, kind: 'unknown', description: 'Unknown to Tenantscope', reason }
    : { ...rest, kind: 'moreThanNeeded', description: 'Not needed by Tenantscope', reason }
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Returns the permission's name, or null for an unknown id. */
export function permissionOfId(id: string): string | null {
  return NAMES_BY_ID.get(id.toLowerCase()) ?? null
}

const NAMES_BY_ID = new Map(Array.from(PERMISSION_IDS, ([value, id]) => [id, value]))

function isUsed(value: string): value is keyof typeof PERMISSION_TEXTS {
  return Object.hasOwn(PERMISSION_TEXTS, value)
}

function kindOfUsed(value: string): PermissionKind {
  return REQUIRED_PERMISSIONS.some((required) => required === value) ? 'required' : 'optional'
}

/** The parts of a permission's name that let an application change or send something. */
const ACTS =
  /\.(?:\w*Write|Send|Create|Delete|Manage|FullControl|AccessAsUser|AccessMedia|PrivilegedOperations|Initiate|Join|Invite|Revoke|EnableDisable|Update|Upload|Migrate|Sign\b)/u

function reasonAgainst(value: string): string | null {
  if (ACTS.test(value))
    return 'It lets the application change or send something. Tenantscope only reads. Remove it.'
  const covering = COVERED.get(value)
  if (covering !== undefined) return `${covering} already includes this permission. Remove it.`
  return PERMISSION_IDS.has(value) ? 'Tenantscope does not use this permission. Remove it.' : null
}

/** Permissions included in a required one (Microsoft's page "Microsoft Graph permissions reference"). */
const COVERED: ReadonlyMap<string, RequiredPermission> = new Map([
  ['Application.Read.All', 'Directory.Read.All'],
  ['AdministrativeUnit.Read.All', 'Directory.Read.All'],
  ['Device.Read.All', 'Directory.Read.All'],
  ['Domain.Read.All', 'Directory.Read.All'],
  ['Group.Read.All', 'Directory.Read.All'],
  ['GroupMember.Read.All', 'Directory.Read.All'],
  ['LicenseAssignment.Read.All', 'Directory.Read.All'],
  ['OrgContact.Read.All', 'Directory.Read.All'],
  ['Policy.Read.ConditionalAccess', 'Policy.Read.All'],
  ['RoleManagement.Read.Directory', 'Directory.Read.All'],
  ['User.ReadBasic.All', 'User.Read.All'],
])
