import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { PostureGrade } from './posture-summary.ts'

/** The verdict of a check on a tenant (docs/posture.md, Checks). */
export const CheckVerdict = z.enum([
  'passed',
  'failed',
  'notLicensed',
  'noPermission',
  'notRead',
  'notApplicable',
])
export type CheckVerdict = z.infer<typeof CheckVerdict>

/** A verdict as it is shown: exceptions are applied. */
export const ShownVerdict = z.enum([...CheckVerdict.options, 'excepted'])
export type ShownVerdict = z.infer<typeof ShownVerdict>

export const CheckSeverity = z.enum(['critical', 'high', 'medium', 'low'])
export type CheckSeverity = z.infer<typeof CheckSeverity>

/** One character for each verdict, in the compact reply of the estate. */
export const VERDICT_LETTERS: Readonly<Record<ShownVerdict, string>> = {
  passed: 'p',
  failed: 'f',
  excepted: 'e',
  notLicensed: 'l',
  noPermission: 'm',
  notRead: 'r',
  notApplicable: 'a',
}

/** What the begin of a verdict means (docs/posture.md, History). */
export const PostureChange = z.enum([
  /** The first judging of the check. */
  'baseline',
  /** Fails, and had never passed or failed before. */
  'new',
  /** Fails, and had passed. */
  'regressed',
  /** Passes, and had failed. */
  'fixed',
  /** Can no longer be read; ends no verdict. */
  'unreadable',
  /** Another verdict by a changed rule. */
  'ruleChanged',
  /** Any other difference, such as a license that was bought. */
  'other',
])
export type PostureChange = z.infer<typeof PostureChange>

export const CheckId = z
  .string()
  .regex(/^[a-z]{2,8}\.[\da-z-]{2,60}$/u)
  .brand('CheckId')
export type CheckId = z.infer<typeof CheckId>

export const PostureCheck = z.object({
  id: z.string(),
  title: z.string(),
  severity: CheckSeverity,
  /** Numbers of benchmarks: 'CIS 5.2.2.2', 'MS.AAD.3.2v2'. */
  references: z.array(z.string()),
})
export type PostureCheck = z.infer<typeof PostureCheck>

/** A check with everything that explains it. */
export const PostureCheckTexts = PostureCheck.extend({
  why: z.string(),
  fix: z.array(z.string()),
  effort: z.enum(['minutes', 'hours', 'days']),
  userImpact: z.string(),
  licence: z.enum(['P1', 'P2']).nullable(),
})
export type PostureCheckTexts = z.infer<typeof PostureCheckTexts>

/** The score of a tenant (docs/posture.md, Score). */
export const PostureScore = z.object({
  /** Null: less than half of the weight was judged. */
  percent: z.number().int().nullable(),
  grade: PostureGrade.nullable(),
  /** Checks by their shown verdict. */
  checks: z.record(ShownVerdict, z.number().int()),
  /** Percent of the weight that passed or failed. */
  judgedPercent: z.number().int(),
})
export type PostureScore = z.infer<typeof PostureScore>

/** Enabled members without emergency accounts, by MFA coverage, as on the page of a tenant. */
export const MembersByCoverage = z.object({
  covered: z.number().int(),
  notCovered: z.number().int(),
  notKnown: z.number().int(),
})
export type MembersByCoverage = z.infer<typeof MembersByCoverage>

const PostureTenant = z.object({
  tenantId: TenantId,
  displayName: z.string(),
  score: PostureScore.shape.percent,
  grade: PostureGrade.nullable(),
  /** A letter for each check, in the order of `checks`; null: not judged yet. */
  verdicts: z.string().nullable(),
  /** Null: never read. */
  dataAsOf: z.iso.datetime().nullable(),
  /** True when the tenant was not read for 7 days: then every verdict is `notRead`. */
  isOld: z.boolean(),
  /** True when the data are older than two refresh intervals. */
  isOutdated: z.boolean(),
  /** Null: not known, or the tenant was not read for 7 days. */
  members: MembersByCoverage.nullable(),
})
export type PostureTenant = z.infer<typeof PostureTenant>

export const PostureEstate = z.object({
  checks: z.array(PostureCheck),
  /** The tenants that the caller may see and that are not Inactive, in the order of their names. */
  tenants: z.array(PostureTenant),
  /** The Inactive tenants that the caller may see. They are in no figure. */
  inactiveTenants: z.number().int(),
  /** Over the tenants whose numbers are known. */
  members: MembersByCoverage.extend({ tenantsNotKnown: z.number().int() }),
})
export type PostureEstate = z.infer<typeof PostureEstate>

export const getPosture = endpoint({
  name: 'getPosture',
  summary: 'The verdicts of every check on every tenant that the caller may see, a letter each',
  method: 'GET',
  path: '/api/posture',
  access: 'signedIn',
  reply: PostureEstate,
})

const since = z.iso.datetime({ error: 'Enter a time in ISO 8601', offset: true })

const Change = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: CheckSeverity,
  change: PostureChange,
  verdict: CheckVerdict,
  at: z.iso.datetime(),
})
/** At most 500 changes; `more` says how many were left out. */
const more = z.number().int()

export const PostureChanges = z.object({
  changes: z.array(Change.extend({ tenantId: TenantId, displayName: z.string() })),
  more,
})
export type PostureChanges = z.infer<typeof PostureChanges>

export const getPostureChanges = endpoint({
  name: 'getPostureChanges',
  summary: 'Changes of verdicts since a time, the newest first; first judgings are none',
  method: 'GET',
  path: '/api/posture/changes',
  access: 'signedIn',
  query: z.object({ since }),
  reply: PostureChanges,
})

const CheckOnTenant = z.object({
  tenantId: TenantId,
  displayName: z.string(),
  /** Null: not judged yet. */
  verdict: ShownVerdict.nullable(),
  since: z.iso.datetime().nullable(),
  dataAsOf: z.iso.datetime().nullable(),
  /** True when the data are older than two refresh intervals. */
  isOutdated: z.boolean(),
  reason: z.string().nullable(),
  /** Objects that are evidence. */
  objectCount: z.number().int(),
})

export const PostureCheckOverview = z.object({
  check: PostureCheckTexts,
  tenants: z.array(CheckOnTenant),
})
export type PostureCheckOverview = z.infer<typeof PostureCheckOverview>

const ofCheck = z.object({ checkId: CheckId })

export const getPostureCheck = endpoint({
  name: 'getPostureCheck',
  summary: 'One check over all tenants that the caller may see; 404 for an unknown check',
  method: 'GET',
  path: '/api/posture/checks/:checkId',
  access: 'signedIn',
  params: ofCheck,
  reply: PostureCheckOverview,
})

/** An object of the tenant that is evidence. */
export const EvidenceObject = z.object({
  kind: z.enum([
    'user',
    'group',
    'policy',
    'role',
    'application',
    'servicePrincipal',
    'device',
    'domain',
    'sku',
    'subscription',
    'namedLocation',
    'setting',
  ]),
  id: z.string(),
  name: z.string().nullable(),
  /** True when an exception covers it. */
  isExcepted: z.boolean(),
})
export type EvidenceObject = z.infer<typeof EvidenceObject>

/** A check of one tenant with its evidence. */
export const TenantCheck = PostureCheck.extend({
  verdict: ShownVerdict,
  /** Since when the verdict is what it is; also the first failure where it could not be read between. */
  since: z.iso.datetime().nullable(),
  dataAsOf: z.iso.datetime().nullable(),
  /** A plain sentence that says what was found. */
  reason: z.string(),
  counts: z.record(z.string(), z.number()),
  /** The first 50 objects. */
  objects: z.array(EvidenceObject),
  /** How many objects there are beyond those listed. */
  more,
})
export type TenantCheck = z.infer<typeof TenantCheck>

/** An account that stays able to sign in when everything else fails. */
export const EmergencyAccount = z.object({
  userId: z.string(),
  displayName: z.string().nullable(),
  userPrincipalName: z.string().nullable(),
  reason: z.string(),
  declaredBy: z.string(),
  declaredAt: z.iso.datetime(),
})
export type EmergencyAccount = z.infer<typeof EmergencyAccount>

export const TenantPosture = z.object({
  /** Null: not judged yet; then there are no checks. */
  judgedAt: z.iso.datetime().nullable(),
  dataAsOf: z.iso.datetime().nullable(),
  score: PostureScore,
  checks: z.array(TenantCheck),
  emergencyAccounts: z.array(EmergencyAccount),
  emergencyAccountsVersion: z.number().int(),
})
export type TenantPosture = z.infer<typeof TenantPosture>

const ofTenant = z.object({ tenantId: TenantId })

export const getTenantPosture = endpoint({
  name: 'getTenantPosture',
  summary: 'Score, verdicts and evidence of one tenant',
  method: 'GET',
  path: '/api/tenants/:tenantId/posture',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  reply: TenantPosture,
})

export const TenantPostureChanges = z.object({ changes: z.array(Change), more })
export type TenantPostureChanges = z.infer<typeof TenantPostureChanges>

export const getTenantPostureChanges = endpoint({
  name: 'getTenantPostureChanges',
  summary: "Changes of one tenant's verdicts since a time, the newest first",
  method: 'GET',
  path: '/api/tenants/:tenantId/posture/changes',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant,
  query: z.object({ since }),
  reply: TenantPostureChanges,
})

const VerdictInterval = z.object({
  verdict: CheckVerdict,
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  change: PostureChange,
})

export const TenantCheckDetails = z.object({
  check: PostureCheckTexts,
  /** Null: not judged yet. */
  found: TenantCheck.nullable(),
  /** The newest first. */
  history: z.array(VerdictInterval),
})
export type TenantCheckDetails = z.infer<typeof TenantCheckDetails>

export const getTenantPostureCheck = endpoint({
  name: 'getTenantPostureCheck',
  summary: 'One check of one tenant: texts, evidence and history',
  method: 'GET',
  path: '/api/tenants/:tenantId/posture/checks/:checkId',
  access: 'signedIn',
  tenantScoped: true,
  params: ofTenant.extend(ofCheck.shape),
  reply: TenantCheckDetails,
})

const REASON_TEXT = 'Enter a reason of at least 10 characters'
/** Why something is accepted. */
export const AcceptedReason = z
  .string(REASON_TEXT)
  .trim()
  .min(10, REASON_TEXT)
  .max(500, 'Keep the reason under 500 characters')

/** At most four accounts of a tenant. */
export const EMERGENCY_ACCOUNTS = 4

export const setEmergencyAccounts = endpoint({
  name: 'setEmergencyAccounts',
  summary: 'Replace the declared emergency access accounts; 409 when they were changed meanwhile',
  method: 'PUT',
  path: '/api/tenants/:tenantId/emergency-accounts',
  access: 'technician',
  tenantScoped: true,
  params: ofTenant,
  body: z.object({
    accounts: z
      .array(
        z.object({ userId: z.guid('Choose an account').toLowerCase(), reason: AcceptedReason }),
      )
      .max(EMERGENCY_ACCOUNTS, 'Declare at most 4 accounts'),
    version: z.number().int(),
  }),
  reply: z.object({ accounts: z.array(EmergencyAccount), version: z.number().int() }),
})
