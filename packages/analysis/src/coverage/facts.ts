/** Why a part of the facts is missing. */
export type Absence = 'notRead' | 'noPermission' | 'notLicensed' | 'notInCloud' | 'failed'

/** A part of what was read of a tenant: its value, or the reason why it is missing. */
export type Part<Value> = { readonly value: Value } | { readonly absent: Absence }

export interface PersonFacts {
  readonly id: string
  /** True for an agent user: no person, who cannot be asked for MFA. */
  readonly isAgent?: boolean
  /** Null: Microsoft did not say; counts as enabled. */
  readonly accountEnabled: boolean | null
  /** Member or Guest; null for accounts older than the property, which are members. */
  readonly userType: string | null
  /** Set for people who were invited. */
  readonly externalUserState: string | null
}

export interface RoleAssignmentFacts {
  /** The role's template id. */
  readonly roleTemplateId: string
  readonly principalId: string
  readonly principalKind: string | null
  /** `/` for the complete directory. */
  readonly scope: string | null
}

type Names = readonly string[] | null | undefined
type Maybe<Value> = Value | null | undefined

interface ExternalUsers {
  readonly guestOrExternalUserTypes?: Maybe<string>
  readonly externalTenants?: Maybe<{ readonly membershipKind?: Maybe<string> }>
}

/** Microsoft's conditionalAccessPolicy; any property may be null or absent. */
export interface PolicyConditions {
  readonly users?: Maybe<{
    readonly includeUsers?: Names
    readonly excludeUsers?: Names
    readonly includeGroups?: Names
    readonly excludeGroups?: Names
    readonly includeRoles?: Names
    readonly excludeRoles?: Names
    readonly includeGuestsOrExternalUsers?: Maybe<ExternalUsers>
    readonly excludeGuestsOrExternalUsers?: Maybe<ExternalUsers>
  }>
  readonly applications?: Maybe<{
    readonly includeApplications?: Names
    readonly excludeApplications?: Names
    readonly includeUserActions?: Names
    readonly includeAuthenticationContextClassReferences?: Names
    readonly applicationFilter?: unknown
  }>
  readonly clientAppTypes?: Names
  readonly userRiskLevels?: Names
  readonly signInRiskLevels?: Names
  readonly servicePrincipalRiskLevels?: Names
  readonly insiderRiskLevels?: Maybe<string>
  readonly platforms?: Maybe<{
    readonly includePlatforms?: Names
    readonly excludePlatforms?: Names
  }>
  readonly locations?: Maybe<{
    readonly includeLocations?: Names
    readonly excludeLocations?: Names
  }>
  readonly devices?: Maybe<{ readonly deviceFilter?: unknown }>
  readonly authenticationFlows?: Maybe<{ readonly transferMethods?: Maybe<string> }>
  /** Names of conditions that are set and that the reader did not know. */
  readonly unknown?: Names
}

export interface PolicyGrant {
  readonly operator?: Maybe<string>
  readonly builtInControls?: Names
  readonly customAuthenticationFactors?: Names
  readonly termsOfUse?: Names
  readonly authenticationStrength?: Maybe<{ readonly allowedCombinations?: Names }>
  /** Names of controls that are set and that the reader did not know. */
  readonly unknown?: Names
}

export interface CoveragePolicy {
  readonly id: string
  readonly displayName: string
  readonly state: string
  readonly conditions: PolicyConditions
  readonly grantControls: PolicyGrant | null
  readonly sessionControls?: Maybe<{ readonly unknown?: Names }>
}

/** What was read of a tenant, as the coverage by person needs it. Ids are compared without case. */
export interface CoverageFacts {
  readonly people: Part<readonly PersonFacts[]>
  /** Transitive members by group id; null: the group could not be read. A deleted group has none. */
  readonly groupMembers: Part<ReadonlyMap<string, readonly string[] | null>>
  /** True when a member list is missing because Microsoft hides the members of the group. */
  readonly hasHiddenGroups?: boolean
  /** Active assignments. Eligible ones need a permission that is not requested. */
  readonly roleAssignments: Part<readonly RoleAssignmentFacts[]>
  readonly policies: Part<readonly CoveragePolicy[]>
  readonly securityDefaults: Part<{ readonly isEnabled: boolean }>
  /** Whether the tenant has Entra ID P1; null: not known. */
  readonly hasEntraP1: boolean | null
  /** Ids of people with per-user MFA enabled or enforced. */
  readonly perUserMfa: Part<ReadonlySet<string>>
  /** Ids of declared emergency-access accounts. */
  readonly emergencyAccounts: readonly string[]
}

/** Returns whether a type that Microsoft derives from user is that of an agent. */
export const isAgentType = (type: string | null | undefined): boolean =>
  type?.toLowerCase().replace(/^#?microsoft\.graph\./u, '') === 'agentuser'

/** Kinds of members that may be people: of an unknown kind, those whose ids are among the users. */
export const PEOPLE_KINDS = ['user', 'agentUser', 'unknown', null] as const

export const isAgent = ({ isAgent }: Pick<PersonFacts, 'isAgent'>): boolean => isAgent === true

/** Returns the value of a part; null when it is missing. */
export function valueOf<Value>(part: Part<Value>): Value | null {
  return 'value' in part ? part.value : null
}

/** Returns the words of Microsoft's flag enumerations: one text with commas between. */
export function wordsOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== 'none')
}
