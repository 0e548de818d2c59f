import { securityScoreOf } from '@tenantscope/analysis/security-grade'
import { UserId } from '@tenantscope/contract/ids'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import { SecurityAuditReport, SecurityGrade } from '@tenantscope/contract/security-audit'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditActor, AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { SecurityAuditRepo } from './security-audit.repo.ts'
import { plural } from './security-checks.rules.ts'
import type { SecurityMeasuring } from './security-measuring.service.ts'

export type SecurityAuditService = ReturnType<typeof createSecurityAuditService>

interface By {
  readonly actor: AuditActor
  readonly source: AuditSource
}

/** What a row keeps; audits from before parts were told apart hold none. */
const Results = SecurityAuditReport.pick({ checks: true, unverified: true }).extend({
  unverifiedParts: SecurityAuditReport.shape.unverifiedParts.default([]),
})

/** Audits of the running installation: made, kept and looked at again. */
export function createSecurityAuditService(deps: {
  repo: SecurityAuditRepo
  measuring: SecurityMeasuring
  auditLog: AuditLogService
  clock: Clock
  /** Ends the person's sessions in the transaction of the change. */
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
}) {
  const { repo, measuring, auditLog, clock, endSessionsOf } = deps

  return {
    /** Measures now and keeps the result. */
    async run({ actor, source }: By): Promise<SecurityAuditReport> {
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
          {
            type: 'system',
            action: 'security audit made',
            changedBy: actor,
            target: null,
            oldValue: null,
            newValue: `${score.score}, ${score.numericScore} percent`,
            details: `${score.passedChecks} of ${score.totalChecks} checks passed`,
            source,
          },
          within,
        )
        return stored
      })
      return {
        ...score,
        ...measured,
        id,
        timestamp: timestamp.toISOString(),
        username: actor.name,
      }
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

    /** Whoever has a password that everybody knows must choose a new one, signed in or not. */
    async forcePasswordReset({ actor, source }: By) {
      const usernames = await repo.transaction(async (within) => {
        const people = await repo.demandNewPasswords(within)
        for (const { id, username } of people) {
          const userId = UserId.parse(id)
          await endSessionsOf(userId, within)
          await auditLog.change(
            {
              type: 'password',
              action: 'password reset forced',
              changedBy: actor,
              target: { name: username, userId },
              oldValue: null,
              newValue: null,
              details: 'default credentials',
              source,
            },
            within,
          )
        }
        return people.map(({ username }) => username).toSorted()
      })
      if (usernames.length === 0)
        throw new AppError('CONFLICT', 'Nobody has default credentials any more')
      const message = `${plural(usernames.length, 'person', 'people')} must choose a new password; their sessions have ended`
      return { usernames, message }
    },
  }
}
