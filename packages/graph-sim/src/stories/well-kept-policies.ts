import type { Random } from '../random.ts'
import type { StyledDraft, Values } from '../world/draft-types.ts'
import { PHISHING_RESISTANT } from '../world/mfa-drafts.ts'
import { buildPolicy } from '../world/policy-shapes.ts'
import type { ConditionalAccessPolicy } from '../world/types.ts'

/** Microsoft's applications: their ids are the same in every directory. */
const EXCHANGE = '00000002-0000-0ff1-ce00-000000000000'
const SHAREPOINT = '00000003-0000-0ff1-ce00-000000000000'
const INTUNE_ENROLMENT = 'd4ebce55-015a-49b5-a083-c84d1797ae8c'
/** Held by the account that synchronizes a local directory, which cannot answer a second factor. */
const SYNCHRONIZATION_ROLE = 'd29b2b05-8046-44ba-8758-1e26182fcf32'

export const BLOCK = { builtInControls: ['block'] } as const
export const MFA = { builtInControls: ['mfa'] } as const
export const STRONG = { builtInControls: [], authenticationStrength: PHISHING_RESISTANT } as const
const HOURLY: Values = {
  value: 12,
  type: 'hours',
  authenticationType: 'primaryAndSecondaryAuthentication',
  frequencyInterval: 'timeBased',
  isEnabled: true,
}
const EVERY_TIME: Values = { ...HOURLY, value: null, type: null, frequencyInterval: 'everyTime' }

interface Places {
  readonly emergencyGroupId: string
  readonly officeId: string
  readonly countriesId: string
}

/** The policies of the well-kept tenant, by the names that stories change them by. */
const draftsOf = ({ officeId, countriesId }: Places): readonly StyledDraft[] => [
  { displayName: 'MFA', grant: STRONG, users: { excludeRoles: [SYNCHRONIZATION_ROLE] } },
  {
    displayName: 'Legacy',
    conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
    grant: BLOCK,
  },
  {
    displayName: 'Flows',
    conditions: {
      authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' },
    },
    grant: BLOCK,
  },
  { displayName: 'User risk', conditions: { userRiskLevels: ['high'] }, grant: BLOCK },
  { displayName: 'Sign-in risk', conditions: { signInRiskLevels: ['high', 'medium'] }, grant: MFA },
  {
    displayName: 'Devices',
    grant: { builtInControls: ['compliantDevice', 'domainJoinedDevice'] },
  },
  {
    displayName: 'Registration',
    applications: {
      includeApplications: [],
      includeUserActions: ['urn:user:registersecurityinfo'],
    },
    conditions: { locations: { includeLocations: ['All'], excludeLocations: [officeId] } },
    grant: MFA,
  },
  {
    displayName: 'Sessions',
    grant: null,
    session: { signInFrequency: HOURLY, persistentBrowser: { mode: 'never', isEnabled: true } },
  },
  {
    displayName: 'Enrolment',
    applications: { includeApplications: [INTUNE_ENROLMENT] },
    grant: MFA,
    session: { signInFrequency: EVERY_TIME },
  },
  {
    displayName: 'Countries',
    conditions: { locations: { includeLocations: ['All'], excludeLocations: [countriesId] } },
    grant: BLOCK,
  },
  {
    displayName: 'Tokens',
    applications: { includeApplications: [EXCHANGE, SHAREPOINT] },
    conditions: {
      clientAppTypes: ['mobileAppsAndDesktopClients'],
      platforms: { includePlatforms: ['windows'], excludePlatforms: [] },
    },
    grant: null,
    session: { secureSignInSession: { isEnabled: true } },
  },
  {
    displayName: 'Platforms',
    conditions: {
      platforms: {
        includePlatforms: ['all'],
        excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'],
      },
    },
    grant: BLOCK,
  },
]

export const wellKeptPolicies = (places: Places, random: Random): ConditionalAccessPolicy[] =>
  draftsOf(places).map((draft) => policyOf(draft, places, random))

/** A policy for all users and all resources where the draft names no others. */
export const policyOf = (
  draft: StyledDraft,
  { emergencyGroupId }: Pick<Places, 'emergencyGroupId'>,
  random: Random,
): ConditionalAccessPolicy =>
  buildPolicy(
    { ...draft, users: { excludeGroups: [emergencyGroupId], ...draft.users } },
    2021,
    random.fork(draft.displayName),
  )
