import { getTenantCoverage } from '@tenantscope/contract/coverage'
import { compareTenantPolicies } from '@tenantscope/contract/policy-comparison'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import {
  getPosture,
  getPostureChanges,
  getPostureCheck,
  getTenantPosture,
  getTenantPostureChanges,
  getTenantPostureCheck,
  setEmergencyAccounts,
} from '@tenantscope/contract/posture'
import {
  changePostureException,
  createPostureException,
  endPostureException,
  listPostureExceptions,
} from '@tenantscope/contract/posture-exceptions'
import { getPostureTrend } from '@tenantscope/contract/posture-trend'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { CoverageService } from './coverage.service.ts'
import type { EmergencyAccountsService } from './emergency-accounts.service.ts'
import type { ExceptionsService } from './exceptions/exceptions.service.ts'
import type { PolicyComparisonService } from './policy-comparison.service.ts'
import type { PolicyPageService } from './policy-page.service.ts'
import type { PostureTrendService } from './posture-trend.service.ts'
import type { PostureService } from './posture.service.ts'

export function mountPosture(
  server: HttpServer,
  services: {
    posture: PostureService
    trend: PostureTrendService
    exceptions: ExceptionsService
    emergencyAccounts: EmergencyAccountsService
    coverage: CoverageService
    policyPage: PolicyPageService
    policyComparison: PolicyComparisonService
    auditLog: Pick<AuditLogService, 'seen'>
  },
): void {
  const { posture, trend, exceptions, emergencyAccounts, coverage, policyPage } = services
  const { policyComparison, auditLog } = services
  mount(server, getPosture, ({ actor }) => posture.estate(actor))
  mount(server, getPostureChanges, ({ actor, query }) => posture.changes(actor, query.since))
  mount(server, getPostureTrend, ({ actor, query }) => trend.trend(actor, query))
  mount(server, getPostureCheck, ({ actor, params }) => posture.check(actor, params.checkId))
  mount(server, getTenantPosture, ({ tenant }) => posture.tenant(tenant))
  mount(server, getTenantPostureChanges, ({ tenant, query }) =>
    posture.tenantChanges(tenant, query.since),
  )
  mount(server, getTenantPostureCheck, ({ tenant, params }) =>
    posture.tenantCheck(tenant, params.checkId),
  )
  mount(server, setEmergencyAccounts, ({ tenant, body, by }) =>
    emergencyAccounts.set(tenant, body, by),
  )
  mount(server, getTenantCoverage, ({ tenant, query }) => coverage.page(tenant, query))
  mount(server, getTenantPolicy, ({ tenant, params }) => policyPage.find(tenant, params.policyId))
  mount(server, compareTenantPolicies, async ({ tenant, query, actor, by }) => {
    const found = await policyComparison.compare(tenant, { actor, ...query })
    // The opening of the first tenant is recorded for every call of a tenant.
    await auditLog.seen({ ...by, action: 'tenant opened', tenantIds: [found.there.tenantId] })
    return found
  })
  mount(server, listPostureExceptions, async ({ actor, query }) => ({
    exceptions: await exceptions.list(actor, query),
  }))
  mount(server, createPostureException, ({ actor, body, by }) =>
    exceptions.create(body, { actor, by }),
  )
  mount(server, changePostureException, ({ actor, params, body, by }) =>
    exceptions.change(params.exceptionId, body, { actor, by }),
  )
  mount(server, endPostureException, ({ actor, params, by }) =>
    exceptions.end(params.exceptionId, { actor, by }),
  )
}
