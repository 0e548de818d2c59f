import type { PermissionKind } from '@tenantscope/contract/azure'

import { PERMISSION_IDS } from './permission-ids.ts'

/** Microsoft Graph's own application id, the same in every cloud. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000'

/** What the product asks every tenant for (decisions.md, Microsoft connection). */
export const REQUIRED_PERMISSIONS = [
  'Directory.Read.All',
  'Organization.Read.All',
  'User.Read.All',
  'Policy.Read.All',
] as const
export type RequiredPermission = (typeof REQUIRED_PERMISSIONS)[number]

/** What makes more visible where somebody wants it. */
export const OPTIONAL_PERMISSIONS = [
  'Reports.Read.All',
  'AuditLog.Read.All',
  'DelegatedAdminRelationship.Read.All',
] as const
export type OptionalPermission = (typeof OPTIONAL_PERMISSIONS)[number]

/** Nobody is asked for these, but what they allow is read where they are granted. */
type UsedPermission = 'SecurityEvents.Read.All'

interface PermissionTexts {
  readonly description: string
  /** What it makes visible, in words for people. */
  readonly unlocks: readonly string[]
}

/** Every permission that something here reads with. */
export const PERMISSION_TEXTS: Readonly<
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
    description: 'Read the organization and what it has subscribed to',
    unlocks: [
      'All Tenants: seats and savings',
      'Tenant page: licenses, their seats and renewal dates',
      'CSP License Analysis: what was bought, compared with what is assigned',
    ],
  },
  'User.Read.All': {
    description: 'Read people and the licenses that they hold',
    unlocks: [
      'All Tenants: people and licensed people',
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
    description: 'Read how Microsoft 365 is used',
    unlocks: ['When each person last used Exchange, Teams, SharePoint and OneDrive'],
  },
  'AuditLog.Read.All': {
    description: 'Read sign-in dates and registered sign-in methods',
    unlocks: [
      'When each person last signed in, in tenants with Entra ID P1',
      'Which people have registered MFA methods, in tenants with Entra ID P1',
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
    unlocks: ['The Secure Score of each tenant over time'],
  },
}

/** What is known of a permission by its name. */
export interface NamedPermission extends PermissionTexts {
  readonly id: string | null
  readonly value: string
  readonly kind: PermissionKind
  readonly isCritical: boolean
  /** Why it is more than needed; else null. */
  readonly reason: string | null
}

/** What a permission, or the id of one that nobody knows, is to this product. */
export function namedPermission(value: string): NamedPermission {
  const id = PERMISSION_IDS.get(value) ?? (GUID.test(value) ? value : null)
  const texts = isUsed(value) ? PERMISSION_TEXTS[value] : undefined
  const isCritical = value === 'Directory.Read.All'
  if (texts !== undefined)
    return { ...texts, id, value, kind: kindOfUsed(value), isCritical, reason: null }
  const rest = { id, value, isCritical, unlocks: [] }
  const reason = reasonAgainst(value)
  return reason === null
    ? { ...rest, kind: 'unknown', description: 'Not known to Tenantscope', reason }
    : { ...rest, kind: 'moreThanNeeded', description: 'Not needed by Tenantscope', reason }
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The permission's name; null for an id that is not known here. */
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
    return 'It lets the application change or send something. Tenantscope only reads: remove it.'
  const covering = COVERED.get(value)
  if (covering !== undefined) return `${covering} already allows what it allows: remove it.`
  return PERMISSION_IDS.has(value)
    ? 'Nothing in Tenantscope reads what it allows: remove it.'
    : null
}

/** Parts of what is required anyway (Microsoft's page "Microsoft Graph permissions reference"). */
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
