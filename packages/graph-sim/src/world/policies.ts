import type { Random } from '../random.ts'
import { dateIn } from './people.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { ConditionalAccessPolicy } from './types.ts'

export type PolicyProfile = 'good' | 'fair' | 'poor' | 'report-only' | 'disabled' | 'none'

interface PolicyDraft {
  readonly displayName: string
  readonly state?: ConditionalAccessPolicy['state']
  readonly builtInControls: readonly string[]
  readonly clientAppTypes?: readonly string[]
  readonly includeApplications?: readonly string[]
  readonly includeUsers?: readonly string[]
  readonly includeRoles?: readonly string[]
}

const MFA_FOR_ALL: PolicyDraft = {
  displayName: 'Require MFA for all users',
  builtInControls: ['mfa'],
}
const MFA_FOR_ADMINS: PolicyDraft = {
  displayName: 'Require MFA for administrators',
  builtInControls: ['mfa'],
  includeUsers: [],
  includeRoles: [ROLE_TEMPLATES['Global Administrator'], ROLE_TEMPLATES['User Administrator']],
}
const BLOCK_LEGACY: PolicyDraft = {
  displayName: 'Block legacy authentication',
  builtInControls: ['block'],
  clientAppTypes: ['exchangeActiveSync', 'other'],
}
const COMPLIANT_DEVICES: PolicyDraft = {
  displayName: 'Require a compliant device for Office 365',
  builtInControls: ['compliantDevice', 'domainJoinedDevice'],
  includeApplications: ['Office365'],
}
const GUESTS: PolicyDraft = {
  displayName: 'Require MFA for guests',
  builtInControls: ['mfa'],
  includeUsers: ['GuestsOrExternalUsers'],
}

const REPORT_ONLY = { state: 'enabledForReportingButNotEnforced' } as const

const DRAFTS: Record<PolicyProfile, readonly PolicyDraft[]> = {
  good: [MFA_FOR_ALL, MFA_FOR_ADMINS, BLOCK_LEGACY, COMPLIANT_DEVICES, GUESTS],
  fair: [MFA_FOR_ALL, { ...BLOCK_LEGACY, ...REPORT_ONLY }],
  poor: [MFA_FOR_ADMINS],
  'report-only': [
    { ...MFA_FOR_ALL, ...REPORT_ONLY },
    { ...BLOCK_LEGACY, ...REPORT_ONLY },
  ],
  disabled: [{ ...MFA_FOR_ALL, state: 'disabled' }, BLOCK_LEGACY],
  none: [],
}

/** A directory's Conditional Access, from well kept to absent. */
export function buildPolicies(
  profile: PolicyProfile,
  breakGlassId: string | undefined,
  random: Random,
): ConditionalAccessPolicy[] {
  return DRAFTS[profile].map((draft) =>
    buildPolicy(draft, breakGlassId, random.fork(draft.displayName)),
  )
}

function buildPolicy(
  draft: PolicyDraft,
  breakGlassId: string | undefined,
  random: Random,
): ConditionalAccessPolicy {
  return {
    id: random.guid(),
    templateId: null,
    displayName: draft.displayName,
    createdDateTime: dateIn(random.int(2022, 2025), random),
    modifiedDateTime: random.chance(0.5) ? dateIn(2026, random) : null,
    state: draft.state ?? 'enabled',
    sessionControls: null,
    conditions: conditionsOf(draft, breakGlassId),
    grantControls: {
      operator: 'OR',
      builtInControls: draft.builtInControls,
      customAuthenticationFactors: [],
      termsOfUse: [],
      authenticationStrength: null,
    },
  }
}

function conditionsOf(draft: PolicyDraft, breakGlassId: string | undefined) {
  return {
    userRiskLevels: [],
    signInRiskLevels: [],
    clientAppTypes: draft.clientAppTypes ?? ['all'],
    servicePrincipalRiskLevels: [],
    insiderRiskLevels: null,
    platforms: null,
    locations: null,
    devices: null,
    clientApplications: null,
    authenticationFlows: null,
    applications: {
      includeApplications: draft.includeApplications ?? ['All'],
      excludeApplications: [],
      includeUserActions: [],
      includeAuthenticationContextClassReferences: [],
      applicationFilter: null,
    },
    users: {
      includeUsers: draft.includeUsers ?? ['All'],
      excludeUsers: breakGlassId === undefined ? [] : [breakGlassId],
      includeGroups: [],
      excludeGroups: [],
      includeRoles: draft.includeRoles ?? [],
      excludeRoles: [],
      includeGuestsOrExternalUsers: null,
      excludeGuestsOrExternalUsers: null,
    },
  }
}
