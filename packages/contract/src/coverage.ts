import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ObjectId, TenantId } from './ids.ts'
import { MfaCoverage } from './mfa.ts'

export const CoverageState = z.enum(['covered', 'notCovered', 'notKnown'])
export type CoverageState = z.infer<typeof CoverageState>

export const SituationOutcome = z.enum([
  'nothing',
  'otherControl',
  'depends',
  'mfa',
  'phishingResistant',
  'blocked',
])
export type SituationOutcome = z.infer<typeof SituationOutcome>

/** One of the seven situations of a person (docs/posture.md, Coverage by person). */
const PersonSituation = z.object({
  situation: z.number().int(),
  outcome: SituationOutcome,
  coverage: CoverageState,
  /** Ids of the policies that give the outcome. */
  policyIds: z.array(z.string()),
  /** Ids of policies that would give more, and that exclude the person. */
  excludedFrom: z.array(z.string()),
  /** Ids of policies of which it is not known whether they reach the person. */
  notKnown: z.array(z.string()),
})

/** The conditions of a policy that can keep it from covering a person. */
export const PolicyLimit = z.enum([
  'application',
  'client',
  'platform',
  'location',
  'userRisk',
  'signInRisk',
  'servicePrincipalRisk',
  'insiderRisk',
  'flow',
  'deviceFilter',
  'applicationFilter',
  'termsOfUse',
  'customControl',
])
export type PolicyLimit = z.infer<typeof PolicyLimit>

const named = { id: z.string(), name: z.string().nullable() }

/** A policy that would cover a person without one exclusion or condition. */
const CoverageRemedy = z.object({
  policyId: z.string(),
  without: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user') }),
    z.object({ kind: z.literal('group'), ...named }),
    z.object({ kind: z.literal('role'), ...named }),
    z.object({ kind: z.literal('guests') }),
    z.object({ kind: z.literal('condition'), condition: PolicyLimit }),
  ]),
  /** The situations that it would cover in addition. */
  situations: z.array(z.number().int()),
  /** True when the person would then be covered. */
  coversAll: z.boolean(),
})
export type CoverageRemedy = z.infer<typeof CoverageRemedy>

export const CoveredPerson = z.object({
  userId: z.string(),
  displayName: z.string().nullable(),
  userPrincipalName: z.string().nullable(),
  isGuest: z.boolean(),
  isEmergencyAccount: z.boolean(),
  coverage: CoverageState,
  situations: z.array(PersonSituation),
  /** At most five, those that cover the person first. */
  remedies: z.array(CoverageRemedy),
})
export type CoveredPerson = z.infer<typeof CoveredPerson>

export const TenantCoverage = z.object({
  mfa: MfaCoverage,
  dataAsOf: z.iso.datetime().nullable(),
  isBySecurityDefaults: z.boolean(),
  /** The enforced policies, by which the situations are explained. */
  policies: z.array(z.object({ id: z.string(), displayName: z.string() })),
  people: z.array(CoveredPerson),
  /** How many people the filter has. */
  total: z.number().int(),
  /** For the next page; null: there is none. */
  nextCursor: z.string().nullable(),
})
export type TenantCoverage = z.infer<typeof TenantCoverage>

export const getTenantCoverage = endpoint({
  name: 'getTenantCoverage',
  summary: 'Who is covered by MFA, by which policies, and why not; a page at a time',
  method: 'GET',
  path: '/api/tenants/:tenantId/coverage',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  query: z.object({
    filter: z.enum(['all', 'notCovered']).default('notCovered'),
    /** Only this person. */
    userId: ObjectId.optional(),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: TenantCoverage,
})
