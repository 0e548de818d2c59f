import { z } from 'zod'

/** Whether MFA is required of a tenant's members (docs/posture.md, Coverage by person). */
export const MfaVerdict = z.enum([
  'required',
  'requiredBySecurityDefaults',
  'partial',
  'none',
  'notKnown',
])
export type MfaVerdict = z.infer<typeof MfaVerdict>

/** The parts of a tenant that the verdict needs. */
export const MfaPart = z.enum([
  'people',
  'groups',
  'hiddenGroups',
  'roles',
  'policies',
  'securityDefaults',
  'licenses',
])
export type MfaPart = z.infer<typeof MfaPart>

/** Why a policy protects fewer people or situations than it may seem to. */
export const PolicyGap = z.enum([
  'reportOnly',
  'limited',
  'excludes',
  'reaches',
  'depends',
  'notReadable',
  'notMfa',
])
export type PolicyGap = z.infer<typeof PolicyGap>

/** One reason of a verdict; texts are in analysis (coverage/mfa-text.ts). */
export const MfaReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('securityDefaults') }),
  /** Neither security defaults nor Conditional Access; `people` with per-user MFA, null when not read. */
  z.object({ kind: z.literal('noProtection'), people: z.number().int().nullable() }),
  z.object({ kind: z.literal('noEnabledPolicy') }),
  z.object({ kind: z.literal('noMembers') }),
  /** Members not covered in one of the situations that count. */
  z.object({
    kind: z.literal('situation'),
    situation: z.number().int(),
    people: z.number().int(),
  }),
  /** Members covered only because their sign-ins are blocked, not because MFA is requested. */
  z.object({ kind: z.literal('blockedOnly'), people: z.number().int() }),
  z.object({
    kind: z.literal('policy'),
    gap: PolicyGap,
    policyName: z.string(),
    /** Members without cover whom the policy excludes, or members whom it reaches; else null. */
    people: z.number().int().nullable(),
    /** What limits the policy, or Microsoft's names of what this version does not know. */
    details: z.array(z.string()),
  }),
  /** Further policies with a gap, which are not listed. */
  z.object({ kind: z.literal('morePolicies'), policies: z.number().int() }),
  /** Members whose coverage is not known. */
  z.object({ kind: z.literal('notKnownPeople'), people: z.number().int() }),
  z.object({ kind: z.literal('notRead'), part: MfaPart }),
  /** The generation is older than these rules. */
  z.object({ kind: z.literal('judgedBefore') }),
])
export type MfaReason = z.infer<typeof MfaReason>

/** People of a tenant by coverage; null in a verdict that needed no people. */
export const MfaCounts = z.object({
  /** Enabled members outside the emergency accounts. */
  members: z.number().int(),
  membersCovered: z.number().int(),
  membersNotCovered: z.number().int(),
  membersNotKnown: z.number().int(),
  /** Enabled guests. */
  guests: z.number().int(),
  guestsCovered: z.number().int(),
  /** People who cannot sign in. */
  blocked: z.number().int(),
  /** Agent users: no people, who cannot be asked for MFA. */
  agents: z.number().int(),
  /** Enabled emergency accounts. */
  emergencyAccounts: z.number().int(),
})
export type MfaCounts = z.infer<typeof MfaCounts>

/** The MFA verdict of a tenant with its reasons. */
export const MfaCoverage = z.object({
  verdict: MfaVerdict,
  counts: MfaCounts.nullable(),
  reasons: z.array(MfaReason),
})
export type MfaCoverage = z.infer<typeof MfaCoverage>
