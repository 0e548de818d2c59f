/**
 * The permissions of Microsoft Graph that an app may ask for, with what Microsoft's consent page
 * says of each (page "Microsoft Graph permissions reference").
 */
const APPLICATION_PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ['Directory.Read.All', 'Read directory data'],
  ['Directory.ReadWrite.All', 'Read and write directory data'],
  ['Organization.Read.All', 'Read organization information'],
  ['User.Read.All', 'Read all users’ full profiles'],
  ['Policy.Read.All', 'Read your organization’s policies'],
  ['Reports.Read.All', 'Read all usage reports'],
  ['AuditLog.Read.All', 'Read all audit log data'],
  ['RoleManagement.Read.Directory', 'Read all directory RBAC settings'],
  ['SecurityEvents.Read.All', 'Read your organization’s security events'],
  ['Application.Read.All', 'Read all applications'],
  ['DelegatedAdminRelationship.Read.All', 'Read Delegated Admin relationships with customers'],
  ['Domain.Read.All', 'Read domains'],
  ['Group.Read.All', 'Read all groups'],
  ['GroupMember.Read.All', 'Read all group memberships'],
  ['UserAuthenticationMethod.Read.All', 'Read all users’ authentication methods'],
  ['Policy.Read.ConditionalAccess', 'Read your organization’s conditional access policies'],
  ['User.ReadBasic.All', 'Read all users’ basic profiles'],
  ['ReportSettings.Read.All', 'Read all admin report settings'],
  ['CrossTenantInformation.ReadBasic.All', 'Read cross-tenant basic information'],
  ['IdentityRiskyUser.Read.All', 'Read all identity risky user information'],
  ['ServiceHealth.Read.All', 'Read service health'],
  ['Mail.Send', 'Send mail as any user'],
  ['LicenseAssignment.Read.All', 'Read all license assignments'],
])

export function isApplicationPermission(name: string): boolean {
  return APPLICATION_PERMISSIONS.has(name)
}

export function describePermission(name: string): string {
  return APPLICATION_PERMISSIONS.get(name) ?? name
}
