import { derivedGuid } from './derived-ids.ts'
import knownPermissions from './known-permissions.json' with { type: 'json' }

/** A permission of Microsoft Graph: as an app role, as a delegated scope, or both. */
interface GraphPermission {
  readonly value: string
  readonly roleId: string | null
  readonly scopeId: string | null
}

/** Their ids are made up; they are there because Microsoft's own lists hold hundreds. */
const FILLER_RESOURCES = [
  'AccessReview',
  'AdministrativeUnit',
  'Agreement',
  'Bookings',
  'BrowserSiteLists',
  'Channel',
  'ChannelMessage',
  'Chat',
  'CloudPC',
  'Community',
  'ConsentRequest',
  'CustomAuthenticationExtension',
  'CustomSecAttributeAssignment',
  'DeviceManagementApps',
  'DeviceManagementConfiguration',
  'DeviceManagementManagedDevices',
  'DeviceManagementRBAC',
  'DeviceManagementServiceConfig',
  'EduAdministration',
  'EduAssignments',
  'EduRoster',
  'EntitlementManagement',
  'ExternalConnection',
  'ExternalItem',
  'IdentityProvider',
  'IdentityRiskEvent',
  'IdentityUserFlow',
  'IndustryData',
  'InformationProtectionPolicy',
  'LearningContent',
  'LifecycleWorkflows',
  'Notes',
  'OnlineMeetings',
  'OrgContact',
  'People',
  'Place',
  'PrintJob',
  'PrintSettings',
  'PrivilegedAccess',
  'ProgramControl',
  'PublicKeyInfrastructure',
  'RecordsManagement',
  'ResourceSpecificPermissionGrant',
  'Schedule',
  'SearchConfiguration',
  'SecurityActions',
  'SecurityAlert',
  'SecurityIncident',
  'ServiceMessage',
  'SharePointTenantSettings',
  'ShortNotes',
  'SubjectRightsRequest',
  'Synchronization',
  'Tasks',
  'Team',
  'TeamMember',
  'TeamSettings',
  'TeamsActivity',
  'TeamsAppInstallation',
  'TeamsTab',
  'TeamworkTag',
  'TermStore',
  'ThreatAssessment',
  'ThreatHunting',
  'ThreatIndicators',
  'TrustFrameworkKeySet',
  'VirtualAppointment',
  'VirtualEvent',
  'WindowsUpdates',
  'WorkforceIntegration',
] as const
const FILLER_ACTIONS = ['Read.All', 'ReadWrite.All', 'Manage.All', 'ReadBasic.All'] as const

/**
 * What Microsoft Graph offers, hundreds of each kind; the ids of the known ones are Microsoft's (page
 * "Microsoft Graph permissions reference").
 */
const GRAPH_PERMISSIONS: readonly GraphPermission[] = [
  ...knownPermissions,
  ...FILLER_RESOURCES.flatMap((resource) =>
    FILLER_ACTIONS.map((action) => filler(`${resource}.${action}`)),
  ),
]

const ROLE_IDS = new Map(GRAPH_PERMISSIONS.map(({ value, roleId }) => [value, roleId]))

/** The app role of that name; a name that is not listed has one all the same. */
export function appRoleIdOf(value: string): string {
  return ROLE_IDS.get(value) ?? filler(value).roleId
}

/** As appRoles of Microsoft Graph's service principal. */
export function appRoles() {
  return GRAPH_PERMISSIONS.flatMap(({ value, roleId }) =>
    roleId === null
      ? []
      : [
          {
            allowedMemberTypes: ['Application'],
            description: `Allows the app to use ${value} without a signed-in user.`,
            displayName: value,
            id: roleId,
            isEnabled: true,
            origin: 'Application',
            value,
          },
        ],
  )
}

/** As oauth2PermissionScopes of Microsoft Graph's service principal. */
export function permissionScopes() {
  return GRAPH_PERMISSIONS.flatMap(({ value, scopeId }) =>
    scopeId === null
      ? []
      : [
          {
            adminConsentDescription: `Allows the app to use ${value} on behalf of the signed-in user.`,
            adminConsentDisplayName: value,
            id: scopeId,
            isEnabled: true,
            type: value.endsWith('.All') ? 'Admin' : 'User',
            userConsentDescription: `Allows the app to use ${value} on your behalf.`,
            userConsentDisplayName: value,
            value,
          },
        ],
  )
}

function filler(value: string) {
  return {
    value,
    roleId: derivedGuid('appRole', value),
    scopeId: derivedGuid('scope', value),
  }
}
