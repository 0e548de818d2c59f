import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import type { RequiredPermission } from '@tenantscope/analysis/permission-catalog'
import { CONSENT } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'

/** Where a customer's administrator finds the application and its permissions. */
export const ENTERPRISE_APPLICATIONS_URL =
  'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/StartboardApplicationsMenuBlade/~/AppAppsPreview'

const PURPOSES: Record<RequiredPermission, string> = {
  'Directory.Read.All': 'the directory: its domains, groups, administrators and applications',
  'Organization.Read.All': 'the licenses, their seats and renewal dates',
  'User.Read.All': 'the people and which licenses they hold',
  'Policy.Read.All': 'Conditional Access and other security policies',
}

export interface AskedPermission {
  readonly permission: RequiredPermission
  /** What it lets us read, for people. */
  readonly purpose: string
}

/** What the last token lacked; where nobody knows that, everything that is required. */
export function askedPermissions({
  missingPermissions,
}: Pick<TenantListItem, 'missingPermissions'>): readonly AskedPermission[] {
  const missing = REQUIRED_PERMISSIONS.filter((each) => missingPermissions.includes(each))
  const asked = missing.length > 0 ? missing : REQUIRED_PERMISSIONS
  return asked.map((permission) => ({ permission, purpose: PURPOSES[permission] }))
}

/**
 * A letter to the customer's Global Administrator, with an invitation link where there is one. It uses
 * the directory's own name: an alias is for staff only.
 */
export function requestAccessText(tenant: TenantListItem, invitationUrl: string | null): string {
  const lines = askedPermissions(tenant).map(
    ({ permission, purpose }) => `- ${permission}: ${purpose}`,
  )
  return [
    'Hello,',
    '',
    `to look after ${tenant.directoryName} (${tenant.defaultDomainName ?? tenant.id}) we read its Microsoft 365 directory with an application. It only reads and cannot change anything. These application permissions are missing:`,
    '',
    ...lines,
    '',
    'As a Global Administrator, please',
    ...(invitationUrl === null ? STEPS_IN_PORTAL : stepsWithLink(invitationUrl)),
    '',
    'Thank you',
  ].join('\n')
}

const STEPS_IN_PORTAL: readonly string[] = [
  '1. sign in to the Microsoft Entra admin center and open Enterprise applications:',
  `   ${ENTERPRISE_APPLICATIONS_URL}`,
  '2. open our application and select Permissions,',
  '3. select "Grant admin consent" and accept.',
  '',
  'It takes effect after 1 to 2 minutes, or 5 to 10 minutes after permissions were added. If our application is not in the list, tell us and we will send you a consent link.',
]

function stepsWithLink(url: string): readonly string[] {
  return [
    '1. open this link and sign in:',
    `   ${url}`,
    '2. look at the permissions that are asked for, and accept.',
    '',
    `The link can be used for ${CONSENT.invitationDays} days. It takes effect after 1 to 2 minutes, or 5 to 10 minutes after permissions were added.`,
  ]
}
