import type { Random } from '../random.ts'
import type { StyledDraft } from './draft-types.ts'
import { buildPolicy } from './policy-shapes.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { ConditionalAccessPolicy } from './types.ts'

export type PolicyProfile = 'good' | 'fair' | 'poor' | 'report-only' | 'disabled' | 'none'

const MFA = { builtInControls: ['mfa'] } as const
const MFA_FOR_ALL: StyledDraft = { displayName: 'Require MFA for all users', grant: MFA }
const MFA_FOR_ADMINS: StyledDraft = {
  displayName: 'Require MFA for administrators',
  grant: MFA,
  users: {
    includeUsers: [],
    includeRoles: [ROLE_TEMPLATES['Global Administrator'], ROLE_TEMPLATES['User Administrator']],
  },
}
const BLOCK_LEGACY: StyledDraft = {
  displayName: 'Block legacy authentication',
  grant: { builtInControls: ['block'] },
  conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
}
const COMPLIANT_DEVICES: StyledDraft = {
  displayName: 'Require a compliant device for Office 365',
  grant: { builtInControls: ['compliantDevice', 'domainJoinedDevice'] },
  applications: { includeApplications: ['Office365'] },
}
const GUESTS: StyledDraft = {
  displayName: 'Require MFA for guests',
  grant: MFA,
  users: { includeUsers: ['GuestsOrExternalUsers'] },
}

const REPORT_ONLY = { state: 'enabledForReportingButNotEnforced' } as const

const DRAFTS: Record<PolicyProfile, readonly StyledDraft[]> = {
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

/** Builds a directory's Conditional Access policies; the emergency account is excluded from each. */
export function buildPolicies(
  profile: PolicyProfile,
  breakGlassId: string | undefined,
  random: Random,
): ConditionalAccessPolicy[] {
  const excludeUsers = breakGlassId === undefined ? [] : [breakGlassId]
  return DRAFTS[profile].map((draft) => {
    const users = { ...draft.users, excludeUsers }
    return buildPolicy({ ...draft, users }, 2022, random.fork(draft.displayName))
  })
}
