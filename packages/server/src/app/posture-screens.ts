import { createCoverageRepo } from '../features/posture/coverage.repo.ts'
import { createCoverageService } from '../features/posture/coverage.service.ts'
import { createEmergencyAccountsRepo } from '../features/posture/emergency-accounts.repo.ts'
import { createEmergencyAccountsService } from '../features/posture/emergency-accounts.service.ts'
import { createExceptionsRepo } from '../features/posture/exceptions/exceptions.repo.ts'
import { createExceptionsService } from '../features/posture/exceptions/exceptions.service.ts'
import { createPolicyComparisonRepo } from '../features/posture/policy-comparison.repo.ts'
import { createPolicyComparisonService } from '../features/posture/policy-comparison.service.ts'
import { createPolicyPageRepo } from '../features/posture/policy-page.repo.ts'
import { createPolicyPageService } from '../features/posture/policy-page.service.ts'
import { createPostureTrendRepo } from '../features/posture/posture-trend.repo.ts'
import { createPostureTrendService } from '../features/posture/posture-trend.service.ts'
import { createPostureRepo } from '../features/posture/posture.repo.ts'
import { mountPosture } from '../features/posture/posture.routes.ts'
import { createPostureService } from '../features/posture/posture.service.ts'
import { createCoverageFactsService } from '../features/refresh/coverage-facts.service.ts'
import { judgeMfaAgain } from '../features/refresh/mfa-judging.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Composed } from './refreshing.ts'

/** Verdicts, exceptions, emergency accounts and coverage as screens show and change them. */
export function composePostureScreens({ foundation, people, refreshing }: Composed) {
  const { db } = foundation
  const { auditLog } = people
  const base = { ...foundation, auditLog }
  const emergencyAccounts = createEmergencyAccountsService({
    ...base,
    repo: createEmergencyAccountsRepo(db),
    async rejudge(tenantId) {
      await judgeMfaAgain(db, tenantId)
      await refreshing.postureJudging.judgeCurrent(tenantId)
    },
  })
  const posture = createPostureService({
    ...base,
    repo: createPostureRepo(db),
    emergencyAccounts,
    settings: people.settings,
  })
  const trend = createPostureTrendService({ ...base, repo: createPostureTrendRepo(db) })
  const exceptions = createExceptionsService({
    ...base,
    repo: createExceptionsRepo(db),
    tenants: refreshing.tenants,
  })
  const coverageRepo = createCoverageRepo(db)
  const policyPageRepo = createPolicyPageRepo(db)
  const coverage = createCoverageService({
    ...base,
    repo: coverageRepo,
    names: policyPageRepo,
    facts: createCoverageFactsService(db),
  })
  const policyPage = createPolicyPageService({
    repo: policyPageRepo,
    tenants: coverageRepo,
    coverage,
    posture,
  })
  const policyComparison = createPolicyComparisonService({
    repo: createPolicyComparisonRepo(db),
    names: policyPageRepo,
    tenants: refreshing.tenants,
  })
  return {
    mount: (server: HttpServer): void =>
      mountPosture(server, {
        posture,
        trend,
        exceptions,
        emergencyAccounts,
        coverage,
        policyPage,
        policyComparison,
        auditLog,
      }),
  }
}
