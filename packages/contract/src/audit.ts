import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId, UserId } from './ids.ts'
import { AUDIT } from './limits.ts'

/** One sign-in or refusal (specification section 3, login log). */
export const LoginLog = z.object({
  id: z.number().int(),
  timestamp: z.iso.datetime(),
  email: z.string(),
  method: z.string(),
  success: z.boolean(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  sessionId: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type LoginLog = z.infer<typeof LoginLog>

const Page = {
  limit: z.coerce.number().int().min(1).max(AUDIT.perPage).default(AUDIT.perPage),
  cursor: z.string().max(500).optional(),
}

export const listLoginAudit = endpoint({
  name: 'listLoginAudit',
  summary: 'Sign-ins and refusals, newest first',
  method: 'GET',
  path: '/api/admin/login-audit',
  access: 'admin',
  query: z.object({
    ...Page,
    /** Part of the e-mail address, without regard to case. */
    email: z.string().trim().max(200).default(''),
  }),
  reply: z.object({
    logs: z.array(LoginLog),
    total: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
})

/** The category of an entry. 'data': a user viewed, exported or shared a tenant's data. */
export const AuditType = z.enum([
  'user',
  'access',
  'password',
  'settings',
  'license',
  'tenant',
  'report',
  'data',
  'system',
])
export type AuditType = z.infer<typeof AuditType>

export const AuditEntry = z.object({
  id: z.number().int(),
  timestamp: z.iso.datetime(),
  type: z.string(),
  action: z.string(),
  changedBy: z.string(),
  changedByUserId: UserId.nullable(),
  targetUser: z.string().nullable(),
  targetUserId: UserId.nullable(),
  tenantId: TenantId.nullable(),
  /** The current name; null after the tenant was erased. */
  tenantName: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  details: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** Converted to UTC: databases support fewer years and offsets than ISO 8601. */
const Moment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => {
    const moment = Date.parse(text)
    return moment >= FIRST_MOMENT && moment <= LAST_MOMENT
  }, 'Enter a time of the years 1 to 9999')
  .transform((text) => new Date(text).toISOString())

/** The filters of the audit tab and its export. */
const AuditFilter = {
  type: z.enum(['all', ...AuditType.options]).default('all'),
  /** Searches the actor, the target, the action and the details. */
  q: z.string().trim().max(200).default(''),
  tenantId: TenantId.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
}

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'Administrative actions and access to tenant data, newest first',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  query: z.object({ ...Page, ...AuditFilter }),
  reply: z.object({
    entries: z.array(AuditEntry),
    total: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
})

export const exportAudit = endpoint({
  name: 'exportAudit',
  summary: 'The filtered audit as a CSV file; the export itself is recorded in the audit',
  method: 'GET',
  path: '/api/admin/audit/export',
  access: 'admin',
  budget: 'exports',
  hasEffect: true,
  kind: 'file',
  query: z.object(AuditFilter),
  reply: z.unknown(),
})

export const countAudit = endpoint({
  name: 'countAudit',
  summary: 'Counts of the last 30 days including today, by day of the time zone',
  method: 'GET',
  path: '/api/admin/audit/counts',
  access: 'admin',
  reply: z.object({
    since: z.iso.datetime(),
    userLogins: z.number().int(),
    adminActions: z.number().int(),
    failedAttempts: z.number().int(),
    apiCalls: z.number().int(),
  }),
})

/** The chained audit trails. */
export const AuditTrail = z.enum(['login', 'changes', 'licenses'])
export type AuditTrail = z.infer<typeof AuditTrail>

export const AUDIT_TRAIL_NAMES = {
  login: 'Sign-ins',
  changes: 'Administration and access to data',
  licenses: 'License visibility',
} as const satisfies Record<AuditTrail, string>

/** A place where an audit trail differs from what was written. */
export const AuditProblem = z.object({
  /**
   * 'key': sealed with a key that is no longer available, so it cannot be checked; 'dated': its time is
   * long before that of an earlier record.
   */
  kind: z.enum(['altered', 'missing', 'cut', 'foreign', 'head', 'key', 'dated']),
  /** The number of the record in its trail; null where unknown. */
  number: z.number().int().nullable(),
  message: z.string(),
})
export type AuditProblem = z.infer<typeof AuditProblem>

export const AuditVerification = z.object({
  checkedAt: z.iso.datetime(),
  isIntact: z.boolean(),
  /** Newer backups that could not be compared, with the reason; this does not break a trail. */
  unusedBackups: z.array(z.string()),
  trails: z.array(
    z.object({
      trail: AuditTrail,
      /** Stored records that were checked. */
      records: z.number().int(),
      /** Records removed by retention; their chain heads were checked. */
      removed: z.number().int(),
      lastNumber: z.number().int(),
      /** Where a copy of the chain head exists: this host's data directory, and the newest valid backup. */
      witnesses: z.array(z.string()),
      problems: z.array(AuditProblem),
    }),
  ),
})
export type AuditVerification = z.infer<typeof AuditVerification>

export const verifyAudit = endpoint({
  name: 'verifyAudit',
  summary: 'Check every record of the audit trails against their seals',
  method: 'POST',
  path: '/api/admin/audit/verify',
  access: 'admin',
  budget: 'audits',
  reply: AuditVerification,
})
