import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { SECURITY_AUDIT } from './limits.ts'

/** The checks of the running installation (specification section 3). */
export const SecurityCheckId = z.enum([
  'password_hashing',
  'session_secret',
  'admin_password_strength',
  'rate_limiting',
  'environment_variables',
  'database_security',
  'session_security',
  'https_enforcement',
  'input_validation',
  'cors_configuration',
  'error_handling',
  'dependency_security',
])
export type SecurityCheckId = z.infer<typeof SecurityCheckId>

export const SecuritySeverity = z.enum(['critical', 'high', 'medium', 'low'])
export type SecuritySeverity = z.infer<typeof SecuritySeverity>

export const SecurityCheck = z.object({
  id: SecurityCheckId,
  name: z.string(),
  passed: z.boolean(),
  severity: SecuritySeverity,
  description: z.string(),
  /** What was measured, as text; contains no secret. */
  evidence: z.string(),
  /** How to fix a failure; present on every check, shown when it failed. */
  howToFix: z.string(),
})
export type SecurityCheck = z.infer<typeof SecurityCheck>

/** The part of a check that could not be measured, while the rest was. */
export const UnverifiedPart = z.object({
  checkId: SecurityCheckId,
  name: z.string(),
  reason: z.string(),
  /** How an administrator can verify it manually. */
  howToVerify: z.string(),
})
export type UnverifiedPart = z.infer<typeof UnverifiedPart>

export const SecurityGrade = z.enum(['A', 'B', 'C', 'D', 'F'])
export type SecurityGrade = z.infer<typeof SecurityGrade>

export const SecurityAuditReport = z.object({
  id: z.number().int(),
  timestamp: z.iso.datetime(),
  username: z.string(),
  score: SecurityGrade,
  /** Percent of the checks that could be verified, weighted by severity. */
  numericScore: z.number().int(),
  totalChecks: z.number().int(),
  passedChecks: z.number().int(),
  failedChecks: z.number().int(),
  criticalIssues: z.number().int(),
  checks: z.array(SecurityCheck),
  /** What could not be verified, outside the total, and why (decisions.md, Grades). */
  unverified: z.array(SecurityCheck.omit({ passed: true }).extend({ reason: z.string() })),
  /** Parts of the checks above that could not be verified; outside the total as well. */
  unverifiedParts: z.array(UnverifiedPart),
})
export type SecurityAuditReport = z.infer<typeof SecurityAuditReport>

export const runSecurityAudit = endpoint({
  name: 'runSecurityAudit',
  summary: 'Check the running installation now and store the result',
  method: 'GET',
  path: '/api/admin/security-audit',
  access: 'admin',
  budget: 'audits',
  hasEffect: true,
  reply: SecurityAuditReport,
})

export const listSecurityAuditReports = endpoint({
  name: 'listSecurityAuditReports',
  summary: 'Stored audits, newest first',
  method: 'GET',
  path: '/api/admin/security-audit-reports',
  access: 'admin',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(SECURITY_AUDIT.kept).default(SECURITY_AUDIT.kept),
  }),
  reply: z.array(SecurityAuditReport),
})

export const SecurityStatus = z.object({
  securityScore: z.enum(['A+', ...SecurityGrade.options]),
  passedChecks: z.number().int(),
  totalChecks: z.number().int(),
  criticalIssues: z.number().int(),
  /** Names of the checks and parts that could not be verified; any of them prevents A+. */
  unverified: z.array(z.string()),
  defaultCredentialsPresent: z.boolean(),
  bcryptEnabled: z.boolean(),
  saltRounds: z.number().int(),
  strongPasswordPolicy: z.boolean(),
  rateLimitingActive: z.boolean(),
  /** In milliseconds. */
  sessionTimeout: z.number().int(),
  sessionSecure: z.boolean(),
  currentSessionExpiry: z.iso.datetime(),
  /** Shown on the Environment card: 'production' or the value of NODE_ENV. */
  environment: z.string(),
  /** Users with the demo password; for Force Password Reset. */
  defaultCredentialsOf: z.array(z.string()),
})
export type SecurityStatus = z.infer<typeof SecurityStatus>

export const getSecurityStatus = endpoint({
  name: 'getSecurityStatus',
  summary: 'The current security state of the running installation',
  method: 'GET',
  path: '/api/admin/security-status',
  access: 'admin',
  reply: SecurityStatus,
})

export const forcePasswordReset = endpoint({
  name: 'forcePasswordReset',
  summary: 'Require users with default credentials to choose a new password; their sessions end',
  method: 'POST',
  path: '/api/admin/force-password-reset',
  access: 'admin',
  reply: z.object({ usernames: z.array(z.string()), message: z.string() }),
})
