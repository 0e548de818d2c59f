import { describePolicies } from '@tenantscope/analysis/conditional-access'
import { describeLicense, summarizeLicenses } from '@tenantscope/analysis/licenses'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import type { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantsRepo } from './tenants.repo.ts'
import { messageOf, organizationOf, statsOf, toListItem } from './tenants.rules.ts'

export type TenantsService = ReturnType<typeof createTenantsService>

/** Tenants as people see them, from stored data alone. */
export function createTenantsService(deps: {
  repo: TenantsRepo
  azure: AzureService
  runs: SyncRunsService
  clock: Clock
}) {
  const { repo, azure, runs, clock } = deps

  /** The grant for one tenant; null for a tenant that the actor may not see and for one that is none. */
  async function accessFor(actor: Actor, tenantId: string): Promise<TenantAccess | null> {
    const id = TenantId.safeParse(tenantId)
    if (!id.success || !(await repo.exists(id.data, scopeOf(actor)))) return null
    return grantTenantAccess(id.data)
  }

  async function list(actor: Actor): Promise<CallReply<typeof listTenants>> {
    const scope = scopeOf(actor)
    const [rows, connection, currentRun] = await Promise.all([
      repo.list(scope),
      azure.current(),
      runs.current(scope),
    ])
    const tenants = rows.map(toListItem)
    return {
      tenants,
      total: tenants.length,
      stats: statsOf(tenants),
      isConnected: connection !== null,
      currentRun,
    }
  }

  async function details(access: TenantAccess): Promise<CallReply<typeof getTenantDetails>> {
    const row = await repo.find(access)
    if (row === undefined) throw tenantNotFound()
    const tenant = toListItem(row)
    const common = {
      tenant,
      timestamp: clock.now().toISOString(),
      fullAccess: tenant.accessLevel === 'full',
      limitedAccess: tenant.accessLevel === 'limited',
      message: messageOf(tenant),
    }
    if (row.currentGenerationId === null) return { ...common, ...NOTHING_READ }
    const stored = await repo.readGeneration(access, row.currentGenerationId)
    const licenses = stored.skus.map(describeLicense)
    const isMissing = new Set(stored.partFailures.map(({ part }) => part))
    return {
      ...common,
      organization: stored.organization ? organizationOf(tenant.id, stored.organization) : null,
      userCount: row.people,
      licenseSummary: isMissing.has('licenses') ? null : summarizeLicenses(licenses),
      licenses,
      policies: isMissing.has('policies') ? null : describePolicies(stored.policies),
      partFailures: stored.partFailures,
    }
  }

  return { scopeOf, accessFor, list, details }
}

const NOTHING_READ = {
  organization: null,
  userCount: null,
  licenseSummary: null,
  licenses: [],
  policies: null,
  partFailures: [],
}

/** Administrators and people with all tenants see all; others what is granted to them. */
function scopeOf(actor: Actor): TenantScope {
  return actor.seesAllTenants ? ALL_TENANTS : { kind: 'granted', userId: actor.userId }
}
