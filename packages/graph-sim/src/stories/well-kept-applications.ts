import type { Random } from '../random.ts'
import type {
  AppCredential,
  Application,
  ApplicationGrant,
  DelegatedGrant,
  ServicePrincipal,
  Tenant,
} from '../world/types.ts'

const CREATED = '2025-02-03T09:00:00Z'

type Applications = Pick<
  Tenant,
  'applications' | 'servicePrincipals' | 'delegatedGrants' | 'applicationGrants'
>

/** One application of the directory, with a short secret and few permissions. */
export function wellKeptApplications(tenantId: string, random: Random): Applications {
  const own = applicationOf({ displayName: 'Intranet portal', tenantId, random })
  return {
    applications: [own.application],
    servicePrincipals: [own.principal],
    applicationGrants: [grantOf(own.principal, { permission: 'User.Read.All' }, random)],
    delegatedGrants: [consentOf(own.principal, 'openid profile User.Read', random)],
  }
}

/** A registration with its service principal and a secret of 180 days. */
export function applicationOf({
  displayName,
  tenantId,
  random: base,
}: {
  readonly displayName: string
  readonly tenantId: string
  readonly random: Random
}): { readonly application: Application; readonly principal: ServicePrincipal } {
  const random = base.fork(`application:${displayName}`)
  const appId = random.guid()
  return {
    application: {
      id: random.guid(),
      appId,
      displayName,
      createdDateTime: CREATED,
      signInAudience: 'AzureADMyOrg',
      passwordCredentials: [secretOf([-40, 140], random)],
      keyCredentials: [],
      requiredPermissions: [],
      ownerIds: [],
    },
    principal: {
      id: random.guid(),
      appId,
      displayName,
      appOwnerOrganizationId: tenantId,
      accountEnabled: true,
      hasPassword: false,
    },
  }
}

/** A secret that began and ends so many days from now. */
export const secretOf = (
  [startsInDays, endsInDays]: readonly [number, number],
  random: Random,
): AppCredential => ({
  keyId: random.guid(),
  displayName: 'server',
  hint: 'abc',
  startsInDays,
  endsInDays,
})

export const grantOf = (
  { id: principalId }: ServicePrincipal,
  { permission, resource }: Pick<ApplicationGrant, 'permission' | 'resource'>,
  random: Random,
): ApplicationGrant => ({
  id: random.token(43),
  principalId,
  permission,
  ...(resource ? { resource } : {}),
  createdDateTime: CREATED,
})

/** Consent of an administrator for all users. */
export const consentOf = (
  { id: clientId }: ServicePrincipal,
  scope: string,
  random: Random,
): DelegatedGrant => ({
  id: random.token(43),
  clientId,
  consentType: 'AllPrincipals',
  principalId: null,
  scope,
})
