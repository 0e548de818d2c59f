import { securityScoreOf } from '@tenantscope/analysis/security-grade'
import { UserId } from '@tenantscope/contract/ids'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import { SecurityAuditReport, SecurityGrade } from '@tenantscope/contract/security-audit'

import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { recordedBy, systemEntry } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { SecurityAuditRepo } from './security-audit.repo.ts'
import { plural } from './security-checks.rules.ts'
import type { SecurityMeasuring } from './security-measuring.service.ts'

export type SecurityAuditService = ReturnType<typeof createSecurityAuditService>

/** The stored results; audits of earlier versions have no separate parts. */
const Results = SecurityAuditReport.pick({ checks: true, unverified: true }).extend({
  unverifiedParts: SecurityAuditReport.shape.unverifiedParts.default([]),
})

/** Runs, stores and returns audits of the installation. */
export function createSecurityAuditService(deps: {
  repo: SecurityAuditRepo
  measuring: SecurityMeasuring
  auditLog: AuditLogService
  clock: Clock
  /** Ends the person's sessions in the transaction of the change. */
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
}) {
  const { repo, measuring, auditLog, clock, endSessionsOf } = deps

  return {
    /** Measures now and keeps the result. */
    async run(by: By): Promise<SecurityAuditReport> {
      const { actor, source } = by
      const measured = await measuring.measure()
      const score = securityScoreOf(measured.checks)
      const timestamp = clock.now()
      const id = await repo.transaction(async (within) => {
        const stored = await repo.insert(within, {
          ...score,
          timestamp,
          userId: actor.userId,
          username: actor.name,
          results: JSON.stringify(measured),
          ipAddress: source.ipAddress,
          userAgent: source.userAgent,
        })
        await repo.keepNewest(within, SECURITY_AUDIT.kept)
        await auditLog.change(
          systemEntry('security audit made', by, {
            newValue: `${score.score}, ${score.numericScore} percent`,
            details: `${score.passedChecks} of ${score.totalChecks} checks passed`,
          }),
          within,
        )
        return stored
      })
      return { ...score, ...measured, id, timestamp: timestamp.toISOString(), username: actor.name }
    },

    /** Newest first. */
    async list(limit: number): Promise<SecurityAuditReport[]> {
      const rows = await repo.list(limit)
      return rows.map(({ id, timestamp, username, score, results, ...row }) => ({
        id,
        timestamp: timestamp.toISOString(),
        username: username ?? 'Unknown',
        score: SecurityGrade.parse(score),
        numericScore: row.numericScore,
        totalChecks: row.totalChecks,
        passedChecks: row.passedChecks,
        failedChecks: row.failedChecks,
        criticalIssues: row.criticalIssues,
        ...Results.parse(JSON.parse(results)),
      }))
    },

    /** Requires a new password of all users with a well-known one, signed in or not. */
    async forcePasswordReset(by: By) {
      const usernames = await repo.transaction(async (within) => {
        const people = await repo.demandNewPasswords(within)
        for (const { id, username } of people) {
          const userId = UserId.parse(id)
          await endSessionsOf(userId, within)
          await auditLog.change(
            {
              type: 'password',
              action: 'password reset forced',
              ...recordedBy(by),
              target: { name: username, userId },
              details: 'default credentials',
            },
            within,
          )
        }
        return people.map(({ username }) => username).toSorted(BY_ALPHABET.compare)
      })
      if (usernames.length === 0) throw new AppError('CONFLICT', 'No user has default credentials')
      const message = `${plural(usernames.length, 'user', 'users')} must choose a new password; their sessions were ended`
      return { usernames, message }
    },
  }
}

const BY_ALPHABET = new Intl.Collator('en')
