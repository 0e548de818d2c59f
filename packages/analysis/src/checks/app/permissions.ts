/**
 * Application permissions that reach Global Administrator, or every mailbox or site, by themselves.
 * Names and app role ids are Microsoft's ("Microsoft Graph permissions reference") and the same in
 * every directory.
 */
const TIER_ZERO: ReadonlyMap<string, string> = new Map([
  ['AppRoleAssignment.ReadWrite.All', '06b708a9-e830-4db3-a914-8e69da51d44f'],
  ['Application.ReadWrite.All', '1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9'],
  ['DelegatedPermissionGrant.ReadWrite.All', '8e8e4742-1d95-4f68-9d56-6ee75648c72a'],
  ['Directory.ReadWrite.All', '19dbc75e-c2e2-444c-a770-ec69d8559fc7'],
  ['Domain.ReadWrite.All', '7e05723c-0bb0-42da-be95-ae9f08a6e53c'],
  ['EntitlementManagement.ReadWrite.All', '9acd699f-1e81-4958-b001-93b1d2506e19'],
  ['Organization.ReadWrite.All', '292d869f-3427-49a8-9dab-8c70152b74e9'],
  ['Policy.ReadWrite.AuthenticationMethod', '29c18626-4985-4dcd-85c0-193eef327366'],
  ['Policy.ReadWrite.ConditionalAccess', '01c0a623-fc9b-48e9-b794-0756f8e8f067'],
  ['Policy.ReadWrite.PermissionGrant', 'a402ca1c-2696-4531-972d-6e5ee4aa11ea'],
  ['PrivilegedAccess.ReadWrite.AzureAD', '854d9ab1-6657-4ec8-be45-823027bcd009'],
  ['PrivilegedAccess.ReadWrite.AzureADGroup', '2f6817f8-7b12-4f0f-bc18-eeaf60705a9e'],
  ['PrivilegedAssignmentSchedule.ReadWrite.AzureADGroup', '41202f2c-f7ab-45be-b001-85c9728b9d69'],
  ['PrivilegedEligibilitySchedule.ReadWrite.AzureADGroup', '618b6020-bca8-4de6-99f6-ef445fa4d857'],
  ['RoleAssignmentSchedule.ReadWrite.Directory', 'dd199f4a-f148-40a4-a2ec-f0069cc799ec'],
  ['RoleEligibilitySchedule.ReadWrite.Directory', 'fee28b28-e1f3-4841-818e-2704dc62245f'],
  ['RoleManagement.ReadWrite.Directory', '9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8'],
  ['RoleManagementPolicy.ReadWrite.AzureADGroup', 'b38dcc4d-a239-4ed6-aa84-6c65b284f97c'],
  ['RoleManagementPolicy.ReadWrite.Directory', '31e08e0a-d3f7-4ca2-ac39-7343fb83e8ad'],
  ['User-PasswordProfile.ReadWrite.All', 'cc117bb9-00cf-4eb8-b580-ea2a878fe8f7'],
  ['UserAuthenticationMethod.ReadWrite.All', '50483e42-d915-4231-9639-7fdb7fd190e5'],
  ['Sites.FullControl.All', 'a82116e5-55eb-4c41-a434-62fe8a61c773'],
  // Of Exchange Online.
  ['full_access_as_app', 'dc890d15-9560-4a4c-9b7f-a736ec74ec40'],
  ['Exchange.ManageAsApp', 'dc50a0fb-09a3-484d-be87-e023b12c6440'],
])
/** SharePoint Online has its own id for Sites.FullControl.All. */
const SHAREPOINT_FULL_CONTROL = '678536fe-1083-478a-9c59-b99265e6b0d3'

const tierZeroNames: ReadonlySet<string> = new Set(
  [...TIER_ZERO.keys()].map((name) => name.toLowerCase()),
)
const tierZeroIds: ReadonlySet<string> = new Set([...TIER_ZERO.values(), SHAREPOINT_FULL_CONTROL])

/** Returns whether an application permission is of tier 0, by its name or, without one, its id. */
export const isTierZeroPermission = (name: string | null, appRoleId: string): boolean =>
  tierZeroIds.has(appRoleId.toLowerCase()) || tierZeroNames.has((name ?? '').toLowerCase())

/** Delegated permissions that, for all users, give control or the content of mail, chats and files. */
const RISKY_SCOPES: ReadonlySet<string> = new Set(
  [
    'Directory.AccessAsUser.All',
    'User.ReadWrite.All',
    'Group.ReadWrite.All',
    'GroupMember.ReadWrite.All',
    'Mail.Read',
    'Mail.Read.Shared',
    'Mail.ReadWrite',
    'Mail.ReadWrite.Shared',
    'Mail.Send',
    'Mail.Send.Shared',
    'MailboxSettings.ReadWrite',
    'Chat.Read',
    'Chat.ReadWrite',
    'ChannelMessage.Read.All',
    'Files.Read.All',
    'Files.ReadWrite.All',
    'Sites.Read.All',
    'Sites.ReadWrite.All',
    'Sites.Manage.All',
    'AllSites.Read',
    'AllSites.Write',
    'AllSites.Manage',
    'AllSites.FullControl',
    'EWS.AccessAsUser.All',
    'full_access_as_user',
    'Exchange.Manage',
    'IMAP.AccessAsUser.All',
    'POP.AccessAsUser.All',
    'SMTP.Send',
  ].map((name) => name.toLowerCase()),
)

/** Returns whether a delegated permission is one of those, or of tier 0. */
export const isRiskyScope = (scope: string): boolean =>
  RISKY_SCOPES.has(scope.toLowerCase()) || tierZeroNames.has(scope.toLowerCase())
