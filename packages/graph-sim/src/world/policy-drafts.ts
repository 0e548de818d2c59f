import type { PolicyPlaces, StyledDraft, Values } from './draft-types.ts'
import { MFA_DRAFTS, PHISHING_RESISTANT, type MfaStyle } from './mfa-drafts.ts'
import { ROLE_TEMPLATES } from './roles.ts'

/** A directory's style of Conditional Access; some stories need policies of their own. */
export type PolicyStyle = 'planned' | 'grown' | 'neglected' | MfaStyle

const REPORT_ONLY = { state: 'enabledForReportingButNotEnforced' } as const
const MFA = { builtInControls: ['mfa'] } as const
const BLOCK = { builtInControls: ['block'] } as const
const ADMIN_ROLES = {
  includeUsers: [],
  includeRoles: [
    ROLE_TEMPLATES['Global Administrator'],
    ROLE_TEMPLATES['Privileged Role Administrator'],
    ROLE_TEMPLATES['Security Administrator'],
    ROLE_TEMPLATES['Conditional Access Administrator'],
    ROLE_TEMPLATES['Exchange Administrator'],
    ROLE_TEMPLATES['SharePoint Administrator'],
    ROLE_TEMPLATES['User Administrator'],
    ROLE_TEMPLATES['Helpdesk Administrator'],
    ROLE_TEMPLATES['Application Administrator'],
    ROLE_TEMPLATES['Billing Administrator'],
  ],
} as const
const ALL_GUESTS = {
  includeUsers: [],
  includeGuestsOrExternalUsers: {
    guestOrExternalUserTypes:
      'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider',
    externalTenants: {
      '@odata.type': '#microsoft.graph.conditionalAccessAllExternalTenants',
      membershipKind: 'all',
    },
  },
} as const
const AZURE_MANAGEMENT = '797f4846-ba00-4fd7-ba43-dac1f8f63013'
const INTUNE_ENROLMENT = 'd4ebce55-015a-49b5-a083-c84d1797ae8c'
const PERSISTENT_BROWSER = { mode: 'never', isEnabled: true } as const
const UNKNOWN_ID = '0f9d2c41-6e3b-4a85-9c17-d2b84e6f7a10'
const GROUP_LONG_GONE = '7b3e8a52-1d4c-4f60-8e29-a5c6d7f80b21'

/** The policies of each style, for the ids of one directory. */
export const DRAFTS_OF: Record<PolicyStyle, (places: PolicyPlaces) => StyledDraft[]> = {
  planned,
  grown,
  neglected,
  ...MFA_DRAFTS,
}

/** Numbered, complete, and the emergency accounts left out of every one. */
function planned(places: PolicyPlaces): StyledDraft[] {
  const { countriesLocationId } = places
  const drafts: StyledDraft[] = [
    { displayName: 'CA001 MFA for everybody', grant: MFA },
    {
      displayName: 'CA002 Phishing-resistant MFA for administrators',
      users: ADMIN_ROLES,
      grant: { builtInControls: [], authenticationStrength: PHISHING_RESISTANT },
    },
    {
      displayName: 'CA003 Block legacy authentication',
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: BLOCK,
    },
    {
      displayName: 'CA004 Block device code flow',
      conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
      grant: BLOCK,
    },
    {
      displayName: 'CA005 Block authentication transfer',
      conditions: { authenticationFlows: { transferMethods: 'authenticationTransfer' } },
      grant: BLOCK,
    },
    { displayName: 'CA006 MFA for guests', users: ALL_GUESTS, grant: MFA },
    {
      displayName: 'CA007 Managed devices for Office 365',
      applications: { includeApplications: ['Office365'] },
      conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] },
      grant: { builtInControls: ['compliantDevice', 'domainJoinedDevice'] },
    },
    {
      displayName: 'CA008 Security information from trusted places',
      applications: {
        includeApplications: [],
        includeUserActions: ['urn:user:registersecurityinfo'],
      },
      conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      grant: MFA,
    },
    {
      displayName: 'CA009 Short sessions for administrators',
      users: ADMIN_ROLES,
      grant: null,
      session: {
        signInFrequency: signInEvery(4),
        persistentBrowser: PERSISTENT_BROWSER,
      },
    },
    {
      displayName: 'CA010 Block unknown platforms',
      conditions: {
        platforms: {
          includePlatforms: ['all'],
          excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'],
        },
      },
      grant: BLOCK,
    },
    {
      displayName: 'CA011 Fresh sign-in for Intune enrolment',
      applications: { includeApplications: [INTUNE_ENROLMENT] },
      grant: MFA,
      session: { signInFrequency: { ...signInEvery(null), frequencyInterval: 'everyTime' } },
    },
    {
      displayName: 'CA012 Token protection',
      ...REPORT_ONLY,
      applications: { includeApplications: ['Office365'] },
      conditions: { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } },
      grant: null,
      session: { secureSignInSession: { isEnabled: true } },
    },
    ...blockCountries('CA013 Block countries without staff', countriesLocationId),
    ...(places.hasP2 ? riskPolicies() : []),
  ]
  return drafts.map((draft) => leavingOut(draft, [places.breakGlassGroupId]))
}

/** Good at heart; the exceptions have grown, and some of it was never switched on. */
function grown(places: PolicyPlaces): StyledDraft[] {
  const { breakGlassGroupId, exceptionsGroupId, somePersonIds } = places
  return [
    leavingOut({ displayName: 'MFA all users', grant: MFA }, [
      breakGlassGroupId,
      exceptionsGroupId,
    ]),
    {
      displayName: 'Block legacy auth',
      ...REPORT_ONLY,
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: BLOCK,
    },
    leavingOut(
      {
        displayName: 'Azure management',
        applications: { includeApplications: [AZURE_MANAGEMENT, 'MicrosoftAdminPortals'] },
        grant: MFA,
      },
      [breakGlassGroupId],
    ),
    {
      displayName: 'Phones: approved apps',
      applications: { includeApplications: ['Office365'] },
      conditions: { platforms: { includePlatforms: ['android', 'iOS'], excludePlatforms: [] } },
      grant: { builtInControls: ['approvedApplication', 'compliantApplication'] },
    },
    {
      displayName: 'External users (old)',
      users: { includeUsers: ['GuestsOrExternalUsers'] },
      grant: { ...MFA, termsOfUse: ['ce580154-086a-40fd-91df-8a60abac81a0'] },
    },
    {
      displayName: 'Management abroad',
      users: { includeUsers: somePersonIds.slice(0, 3) },
      conditions: {
        locations: { includeLocations: ['All'], excludeLocations: officeOf(places) },
      },
      grant: MFA,
    },
    {
      displayName: 'Remember browsers for a week',
      grant: null,
      session: { signInFrequency: { ...signInEvery(7), type: 'days' } },
    },
  ]
}

/** Neglected policies: dead references, policies without a target, unknown newer values. */
function neglected({ somePersonIds }: PolicyPlaces): StyledDraft[] {
  return [
    leavingOut(
      {
        displayName: 'MFA admins',
        users: { includeUsers: [], includeRoles: [ROLE_TEMPLATES['Global Administrator']] },
        grant: MFA,
      },
      [GROUP_LONG_GONE],
    ),
    {
      displayName: 'TEST – do not delete',
      state: 'disabled',
      users: { includeUsers: [UNKNOWN_ID, ...somePersonIds.slice(0, 1)] },
      grant: { builtInControls: ['mfa', 'compliantDevice'], operator: 'AND' },
    },
    {
      displayName: 'Duo',
      users: { includeUsers: [], includeGroups: [GROUP_LONG_GONE] },
      grant: { builtInControls: [], customAuthenticationFactors: ['RequireDuoMfa'] },
    },
    {
      displayName: 'Risk (both)',
      ...REPORT_ONLY,
      conditions: { userRiskLevels: ['high'], signInRiskLevels: ['medium', 'high'] },
      grant: BLOCK,
    },
    { displayName: 'Empty', applications: { includeApplications: ['None'] }, grant: MFA },
    {
      displayName: 'Made with something newer',
      ...REPORT_ONLY,
      conditions: { clientAppTypes: ['unknownFutureValue'], agentIdRiskLevels: 'high' },
      grant: { builtInControls: ['unknownFutureValue', 'mfa'] },
    },
    {
      displayName: 'Robots stay at home',
      ...REPORT_ONLY,
      users: { includeUsers: ['None'] },
      conditions: {
        clientApplications: {
          includeServicePrincipals: ['ServicePrincipalsInMyTenant'],
          excludeServicePrincipals: [],
          servicePrincipalFilter: null,
        },
      },
      grant: BLOCK,
    },
  ]
}

function riskPolicies(): StyledDraft[] {
  return [
    {
      displayName: 'CA020 New password at high user risk',
      conditions: { userRiskLevels: ['high'] },
      grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
    },
    {
      displayName: 'CA021 MFA at sign-in risk',
      conditions: { signInRiskLevels: ['high', 'medium'] },
      grant: MFA,
      session: { signInFrequency: { ...signInEvery(null), frequencyInterval: 'everyTime' } },
    },
  ]
}

function blockCountries(displayName: string, locationId: string | undefined): StyledDraft[] {
  if (locationId === undefined) return []
  const locations = { includeLocations: ['All'], excludeLocations: [locationId] }
  return [{ displayName, conditions: { locations }, grant: BLOCK }]
}

function officeOf({ officeLocationId }: PolicyPlaces): readonly string[] {
  return officeLocationId === undefined ? ['AllTrusted'] : [officeLocationId]
}

function signInEvery(hours: number | null): Values {
  return {
    value: hours,
    type: hours === null ? null : 'hours',
    authenticationType: 'primaryAndSecondaryAuthentication',
    frequencyInterval: 'timeBased',
    isEnabled: true,
  }
}

function leavingOut(draft: StyledDraft, groupIds: readonly string[]): StyledDraft {
  return { ...draft, users: { ...draft.users, excludeGroups: groupIds } }
}
