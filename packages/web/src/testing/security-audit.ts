import { SecurityCheckId } from '@tenantscope/contract/security-audit'
import type {
  SecurityAuditReport,
  SecurityCheck,
  SecurityStatus,
} from '@tenantscope/contract/security-audit'

export const makeCheck = (id: SecurityCheckId, changes: Partial<SecurityCheck> = {}) => ({
  id,
  name: `Check ${id}`,
  passed: true,
  severity: 'high' as const,
  description: `What ${id} asks.`,
  evidence: `What ${id} measured.`,
  howToFix: `How ${id} is fixed.`,
  ...changes,
})

/** An audit in which these checks failed, all of them high. */
export function makeAudit(
  id: number,
  {
    failed = [],
    ...changes
  }: Partial<SecurityAuditReport> & { failed?: readonly SecurityCheckId[] } = {},
): SecurityAuditReport {
  const checks = SecurityCheckId.options.map((each) =>
    makeCheck(each, { passed: !failed.includes(each) }),
  )
  const passedChecks = checks.length - failed.length
  return {
    id,
    timestamp: `2026-11-${String(id).padStart(2, '0')}T10:00:00.000Z`,
    username: 'admin',
    score: failed.length === 0 ? 'A' : 'B',
    numericScore: Math.round((passedChecks / checks.length) * 100),
    totalChecks: checks.length,
    passedChecks,
    failedChecks: failed.length,
    criticalIssues: 0,
    checks,
    unverified: [],
    unverifiedParts: [],
    ...changes,
  }
}

export const goodStatus: SecurityStatus = {
  securityScore: 'A+',
  passedChecks: 12,
  totalChecks: 12,
  criticalIssues: 0,
  unverified: [],
  defaultCredentialsPresent: false,
  defaultCredentialsOf: [],
  bcryptEnabled: true,
  saltRounds: 12,
  strongPasswordPolicy: true,
  rateLimitingActive: true,
  sessionTimeout: 8 * 3_600_000,
  sessionSecure: true,
  currentSessionExpiry: '2026-11-22T18:00:00.000Z',
  environment: 'production',
}
