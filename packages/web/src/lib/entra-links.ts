import type { TenantId } from '@tenantscope/contract/ids'
import type { EvidenceObject } from '@tenantscope/contract/posture'

/** The Microsoft Entra admin centers by the host of their cloud's Azure portal (Microsoft, National clouds). */
const ENTRA_HOSTS: ReadonlyMap<string, string> = new Map([
  ['portal.azure.com', 'entra.microsoft.com'],
  ['portal.azure.us', 'entra.microsoft.us'],
  ['portal.azure.cn', 'entra.microsoftonline.cn'],
])

type Linked = Pick<EvidenceObject, 'kind' | 'id' | 'name'>

/** The page of an object; kinds without one have no address with an id. */
const PAGES: Partial<Record<EvidenceObject['kind'], (object: Linked) => string>> = {
  user: ({ id }) =>
    `Microsoft_AAD_UsersAndTenants/UserProfileMenuBlade/~/overview/userId/${part(id)}`,
  group: ({ id }) => `Microsoft_AAD_IAM/GroupDetailsMenuBlade/~/Overview/groupId/${part(id)}`,
  policy: ({ id }) => `Microsoft_AAD_ConditionalAccess/PolicyBlade/policyId/${part(id)}`,
  role: ({ id, name }) =>
    `Microsoft_AAD_IAM/RoleMenuBlade/~/RoleMembers/objectId/${part(id)}/roleName/${part(name ?? '')}/roleTemplateId/${part(id)}/adminUnitObjectId//customRole~/false/resourceScope/%2F`,
  application: ({ id }) =>
    `Microsoft_AAD_RegisteredApps/ApplicationMenuBlade/~/Overview/objectId/${part(id)}`,
  servicePrincipal: ({ id }) =>
    `Microsoft_AAD_IAM/ManagedAppMenuBlade/~/Overview/objectId/${part(id)}`,
  device: ({ id }) =>
    `Microsoft_AAD_Devices/DeviceDetailsMenuBlade/~/Properties/objectId/${part(id)}`,
}

const part = encodeURIComponent

interface EntraPlace {
  tenantId: TenantId
  /** The Azure portal of the connection's cloud; null: Microsoft's global cloud. */
  portalUrl: string | null
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Returns the address of an object in the Microsoft Entra admin center; null where it has none. */
export function entraLink(object: Linked, { tenantId, portalUrl }: EntraPlace): string | null {
  const page = PAGES[object.kind]
  // Other ids are none of Microsoft's.
  if (page === undefined || !GUID.test(object.id)) return null
  const host = ENTRA_HOSTS.get(new URL(portalUrl ?? GLOBAL_PORTAL).host)
  return host === undefined ? null : `https://${host}/${part(tenantId)}/#view/${page(object)}`
}

const GLOBAL_PORTAL = 'https://portal.azure.com'
