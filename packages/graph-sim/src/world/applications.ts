import type { Random } from '../random.ts'
import type { Care } from './care.ts'
import { dateIn } from './people.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type {
  AppCredential,
  Application,
  ApplicationGrant,
  DelegatedGrant,
  Person,
  Registration,
  RoleAssignment,
  ServicePrincipal,
} from './types.ts'

interface ApplicationsOptions {
  readonly tenantId: string
  readonly people: readonly Person[]
  readonly care: Care
  /** Secrets of every age, though the rest is kept well. */
  readonly hasExpiringSecrets: boolean
  readonly random: Random
}

export interface Applications {
  readonly applications: Application[]
  readonly servicePrincipals: ServicePrincipal[]
  readonly delegatedGrants: DelegatedGrant[]
  readonly applicationGrants: ApplicationGrant[]
  readonly roleAssignments: RoleAssignment[]
}

/** What an app needs of Microsoft Graph, by the ids of its permissions. */
const PERMISSIONS = {
  'Directory.Read.All': { id: '7ab1d382-f21e-4acd-a863-ba3e13f7da61', type: 'Role' },
  'Organization.Read.All': { id: '498476ce-e0fe-48b0-b801-37ba7e2685c6', type: 'Role' },
  'Policy.Read.All': { id: '246dd0d5-5bd0-4def-940b-0421030a5b68', type: 'Role' },
  'AuditLog.Read.All': { id: 'b0afded3-3588-46d8-8b3d-9842eff778da', type: 'Role' },
  'Reports.Read.All': { id: '230c1aed-a721-4c5d-9cb4-a90514e508ef', type: 'Role' },
  'DelegatedAdminRelationship.Read.All': {
    id: 'f6e9e124-4586-492f-adc0-c6f96e4823fd',
    type: 'Role',
  },
  'User.Read': { id: 'e1fe6dd8-ba31-4d61-89e7-88639da4683d', type: 'Scope' },
  'User.Read.All': { id: 'df021288-bdef-4463-88db-98f22de89214', type: 'Role' },
  'Group.Read.All': { id: '5b567255-7703-4780-807c-7be8301ae99b', type: 'Role' },
  'Mail.Send': { id: 'b633e1c5-b582-4048-a93e-9f11b44c7e96', type: 'Role' },
  'Directory.ReadWrite.All': { id: '19dbc75e-c2e2-444c-a770-ec69d8559fc7', type: 'Role' },
} as const
type PermissionName = keyof typeof PERMISSIONS

interface AppDraft {
  readonly displayName: string
  readonly permissions: readonly PermissionName[]
}

const OWN_APPS: readonly AppDraft[] = [
  { displayName: 'Intranet portal', permissions: ['User.Read', 'Group.Read.All'] },
  { displayName: 'Scan to mail', permissions: ['Mail.Send'] },
  { displayName: 'Payroll connector', permissions: ['User.Read.All'] },
  { displayName: 'HR onboarding', permissions: ['Directory.ReadWrite.All'] },
  { displayName: 'Website contact form', permissions: ['Mail.Send', 'User.Read'] },
  { displayName: 'Telephone directory', permissions: ['User.Read.All'] },
  { displayName: 'Warehouse terminals', permissions: ['User.Read'] },
]

interface Vendor {
  readonly displayName: string
  readonly appId: string
  readonly homeTenantId: string
  readonly scope: string
  readonly permissions: readonly string[]
  readonly isRisky: boolean
}

interface Bought {
  readonly vendor: Vendor
  readonly principal: ServicePrincipal
}

/** Apps of other companies: the same application id and home in every directory that uses them. */
const VENDORS: readonly Vendor[] = [
  {
    displayName: 'Sandpiper Signatures',
    appId: '3d1c0a52-6c0b-4c1e-9a57-0d6f3c2b9e11',
    homeTenantId: '8f2b7a64-1f0d-4b7e-8a3c-5e9d1c6f2a01',
    scope: 'openid profile User.Read',
    permissions: ['User.Read.All'],
    isRisky: false,
  },
  {
    displayName: 'Fernlight Calendar',
    appId: '5b7e9d30-2a4f-4d86-b1c9-7e8f0a1b2c33',
    homeTenantId: '1c6d3e95-7b2a-4f08-9d4e-3a5b6c7d8e02',
    scope: 'openid profile offline_access Calendars.Read',
    permissions: [],
    isRisky: false,
  },
  {
    displayName: 'Quayside Backup for Microsoft 365',
    appId: '9e4f2c18-8d3b-4a57-a6e0-1b2c3d4e5f44',
    homeTenantId: '6a9b8c7d-5e4f-4321-8abc-def012345603',
    scope: 'Directory.Read.All Files.ReadWrite.All Mail.ReadWrite',
    permissions: ['Directory.Read.All', 'Sites.FullControl.All', 'Mail.ReadWrite'],
    isRisky: true,
  },
  {
    displayName: 'Larkfield Identity Cleaner',
    appId: 'c2d5e8f1-4b7a-4c90-8e3d-6f9a0b1c2d55',
    homeTenantId: '2b4d6f80-1a3c-4e5f-9071-8293a4b5c604',
    scope: 'Directory.ReadWrite.All offline_access',
    permissions: ['RoleManagement.ReadWrite.Directory', 'AppRoleAssignment.ReadWrite.All'],
    isRisky: true,
  },
]

/** Lifetimes of secrets in days: [since, until]. */
const SECRETS: Record<Care | 'expiring', readonly (readonly [number, number])[]> = {
  good: [[-40, 140]],
  fair: [
    [-300, 430],
    [-20, 160],
  ],
  poor: [
    [-900, 2750],
    [-760, -30],
    [-350, 9],
  ],
  expiring: [
    [-725, 5],
    [-352, 13],
    [-150, 27],
    [-400, -35],
    [-10, 3640],
  ],
}

/** App registrations, service principals, and what both were allowed, tidy or not. */
export function buildApplications(options: ApplicationsOptions): Applications {
  const { people, care, random } = options
  const count = Math.min(OWN_APPS.length, Math.floor(people.length / 12))
  const applications = OWN_APPS.slice(0, options.hasExpiringSecrets ? 5 : count).map(
    (draft, index) => ownApplication(draft, { ...options, index }),
  )
  const own = applications.map((application) => ownPrincipal(application, options))
  const bought: Bought[] = VENDORS.filter(
    ({ isRisky }) => people.length >= 5 && random.chance(chanceOfVendor(isRisky, care)),
  ).map((vendor) => ({ vendor, principal: vendorPrincipal(vendor, random) }))
  return {
    applications,
    servicePrincipals: [...own, ...bought.map(({ principal }) => principal)],
    delegatedGrants: bought.flatMap((each) => delegatedGrants(each, people, random)),
    applicationGrants: [
      ...applications.flatMap((application, at) => ownGrants(application, own[at], random)),
      ...bought.flatMap(({ vendor, principal }) =>
        vendor.permissions.map((permission) => grantOf(principal.id, permission, random)),
      ),
    ],
    roleAssignments: bought
      .filter(({ vendor }) => vendor.isRisky && random.chance(0.5))
      .map(({ principal }) => ({
        id: random.token(43),
        roleTemplateId: random.pick(PRINCIPAL_ROLES),
        principalId: principal.id,
        principalKind: 'servicePrincipal',
      })),
  }
}

const PRINCIPAL_ROLES = [
  ROLE_TEMPLATES['Directory Readers'],
  ROLE_TEMPLATES['Privileged Role Administrator'],
  ROLE_TEMPLATES['Global Administrator'],
]

/** The product's own registration in the partner's directory. */
export function registeredApplication(registration: Registration, random: Random): Application {
  const permissions = new Map<string, Application['requiredPermissions'][number]>(
    Object.entries(PERMISSIONS),
  )
  const { clientId, clientSecret, displayName, requiredPermissions } = registration
  return {
    ...blankApplication({ displayName, permissions: [] }, random),
    appId: clientId,
    signInAudience: 'AzureADMultipleOrgs',
    passwordCredentials: [
      { ...credential('secret', [-120, 245], random), hint: clientSecret.slice(0, 3) },
    ],
    requiredPermissions: requiredPermissions.flatMap((name) => permissions.get(name) ?? []),
  }
}

/** Adds an app registration to the directory. */
export function buildApplication(people: readonly Person[], random: Random): Application {
  const draft = random.pick(OWN_APPS)
  return {
    ...blankApplication(draft, random),
    displayName: `${draft.displayName} ${random.int(2, 99)}`,
    passwordCredentials: [buildSecret(random.pick([90, 180, 365]), random)],
    ownerIds: people.length > 0 && random.chance(0.7) ? [random.pick(people).id] : [],
  }
}

/** A secret that was made just now. */
export function buildSecret(days: number, random: Random): AppCredential {
  return credential('secret', [0, days], random)
}

function ownApplication(
  draft: AppDraft,
  options: ApplicationsOptions & { readonly index: number },
): Application {
  const { care, hasExpiringSecrets, index, people } = options
  const random = options.random.fork(`application:${draft.displayName}`)
  const lifetimes = SECRETS[hasExpiringSecrets ? 'expiring' : care]
  const lifetime = lifetimes[index % lifetimes.length] ?? [-10, 170]
  const usesCertificate = index % 3 === 2
  return {
    ...blankApplication(draft, random),
    passwordCredentials: usesCertificate ? [] : [credential('secret', lifetime, random)],
    keyCredentials: usesCertificate ? [credential('certificate', lifetime, random)] : [],
    ownerIds: random.chance(0.6) ? [random.pick(people).id] : [],
  }
}

function blankApplication(draft: AppDraft, random: Random): Application {
  return {
    id: random.guid(),
    appId: random.guid(),
    displayName: draft.displayName,
    createdDateTime: dateIn(random.int(2020, 2025), random),
    signInAudience: random.chance(0.9) ? 'AzureADMyOrg' : 'AzureADMultipleOrgs',
    passwordCredentials: [],
    keyCredentials: [],
    requiredPermissions: draft.permissions.map((name) => PERMISSIONS[name]),
    ownerIds: [],
  }
}

function credential(
  kind: 'secret' | 'certificate',
  [startsInDays, endsInDays]: readonly [number, number],
  random: Random,
): AppCredential {
  return {
    keyId: random.guid(),
    displayName:
      kind === 'secret' ? random.pick(['prod', 'server', 'Generated by App Service']) : 'CN=app',
    hint: random.token(3),
    startsInDays,
    endsInDays,
  }
}

function ownPrincipal(application: Application, options: ApplicationsOptions): ServicePrincipal {
  const random = options.random.fork(`principal:${application.appId}`)
  return {
    id: random.guid(),
    appId: application.appId,
    displayName: application.displayName,
    appOwnerOrganizationId: options.tenantId,
    accountEnabled: true,
    hasPassword: options.care === 'poor' && random.chance(0.3),
  }
}

function vendorPrincipal(vendor: Vendor, random: Random): ServicePrincipal {
  return {
    id: random.guid(),
    appId: vendor.appId,
    displayName: vendor.displayName,
    appOwnerOrganizationId: vendor.homeTenantId,
    accountEnabled: random.chance(0.93),
    hasPassword: vendor.isRisky && random.chance(0.5),
  }
}

function chanceOfVendor(isRisky: boolean, care: Care): number {
  if (!isRisky) return 0.6
  return { good: 0.05, fair: 0.25, poor: 0.55 }[care]
}

/** One grant for all users where an administrator agreed, else one for each user who agreed. */
function delegatedGrants(
  { vendor, principal: { id: clientId } }: Bought,
  people: readonly Person[],
  random: Random,
): DelegatedGrant[] {
  const common = { clientId, scope: ` ${vendor.scope}` }
  if (vendor.isRisky || random.chance(0.4)) {
    return [{ ...common, id: random.token(43), consentType: 'AllPrincipals', principalId: null }]
  }
  const who = new Set(Array.from({ length: random.int(1, 3) }, () => random.pick(people).id))
  return [...who].map((principalId) => ({
    ...common,
    id: random.token(43),
    consentType: 'Principal',
    principalId,
  }))
}

/** What an own app was granted: the roles among what it asks for. */
function ownGrants(
  application: Application,
  principal: ServicePrincipal | undefined,
  random: Random,
): ApplicationGrant[] {
  if (!principal) return []
  return Object.entries(PERMISSIONS)
    .filter(
      ([, { id, type }]) =>
        type === 'Role' && application.requiredPermissions.some((asked) => asked.id === id),
    )
    .map(([name]) => grantOf(principal.id, name, random))
}

function grantOf(principalId: string, permission: string, random: Random): ApplicationGrant {
  return {
    id: random.token(43),
    principalId,
    permission,
    createdDateTime: dateIn(random.int(2021, 2025), random),
  }
}
