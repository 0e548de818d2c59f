import { describePolicies } from '@tenantscope/analysis/conditional-access'
import { summarizeLicenses } from '@tenantscope/analysis/licenses'
import { addSavings } from '@tenantscope/analysis/savings'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import type { listTenants, TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { SeatsAsked, TenantSeatsService } from '../licenses/tenant-seats.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantsRepo } from './tenants.repo.ts'
import {
  diagnoseLicenses,
  messageOf,
  organizationOf,
  statsOf,
  toListItem,
} from './tenants.rules.ts'

export type TenantsService = ReturnType<typeof createTenantsService>

type StoredTenant = Awaited<ReturnType<TenantsRepo['list']>>[number]

/** Tenants as people see them, from stored data alone. */
export function createTenantsService(deps: {
  repo: TenantsRepo
  seats: TenantSeatsService
  azure: AzureService
  runs: SyncRunsService
  clock: Clock
}) {
  const { repo, seats, azure, runs, clock } = deps

  /** The grant for one tenant; null for a tenant that the person may not see and for one that is none. */
  async function accessFor(
    person: Pick<Actor, 'userId' | 'seesAllTenants'>,
    tenantId: string,
  ): Promise<TenantAccess | null> {
    const id = TenantId.safeParse(tenantId)
    if (!id.success || !(await repo.exists(id.data, scopeOf(person)))) return null
    return grantTenantAccess(id.data)
  }

  async function list(actor: Actor): Promise<CallReply<typeof listTenants>> {
    const scope = scopeOf(actor)
    const [rows, connection, currentRun] = await Promise.all([
      repo.list(scope),
      azure.current(),
      runs.current(scope),
    ])
    const tenants = await listItems(rows)
    return {
      tenants,
      total: tenants.length,
      stats: statsOf(tenants),
      savings: addSavings(tenants.flatMap(({ figures }) => figures?.savings ?? [])),
      isConnected: connection !== null,
      currentRun,
    }
  }

  async function listItems(rows: readonly StoredTenant[]): Promise<TenantListItem[]> {
    const readRows = rows.filter(({ hasLicenses }) => hasLicenses)
    const rowById = new Map(readRows.map((row) => [row.id, row]))
    const items = await seats.judgeEach(readRows.flatMap(seatsAsked), (tenantId, { visible }) => {
      const row = rowById.get(tenantId)
      return row && toListItem(row, visible)
    })
    return rows.map((row) => items.get(row.id) ?? toListItem(row, null))
  }

  async function details(access: TenantAccess, actor: Actor): Promise<TenantDetails> {
    const [row, currentRun] = await Promise.all([
      repo.find(access),
      runs.currentOf(access.tenantId, scopeOf(actor)),
    ])
    if (row === undefined) throw tenantNotFound()
    const [generation] = seatsAsked(row)
    if (generation === undefined)
      return { ...standingOf(toListItem(row, null)), ...NOTHING_READ, currentRun }
    const [stored, { visible, hiddenLicenses }] = await Promise.all([
      repo.readGeneration(access, generation.generationId),
      seats.judgeOne(generation),
    ])
    const { partFailures } = stored
    return {
      ...standingOf(toListItem(row, row.hasLicenses ? visible : null)),
      organization: stored.organization ? organizationOf(row.id, stored.organization) : null,
      userCount: row.people,
      licenseSummary: row.hasLicenses ? summarizeLicenses(visible) : null,
      licenses: visible,
      hiddenLicenses,
      licenseDiagnostic: diagnoseLicenses({
        partFailures,
        skus: visible.length + hiddenLicenses,
        licensedPeople: row.licensedPeople,
      }),
      policies: isMissing(partFailures, 'policies') ? null : describePolicies(stored.policies),
      partFailures,
      currentRun,
    }
  }

  /** What stands above the data, whether or not there are any. */
  function standingOf(tenant: TenantListItem) {
    return {
      tenant,
      timestamp: clock.now().toISOString(),
      fullAccess: tenant.accessLevel === 'full',
      limitedAccess: tenant.accessLevel === 'limited',
      message: messageOf(tenant),
    }
  }

  /** The partner's own directory is a tenant like any other: without a grant there is none. */
  async function ownDetails(actor: Actor): Promise<TenantDetails> {
    const partnerId = await repo.findPartner(scopeOf(actor))
    if (partnerId === undefined) throw tenantNotFound()
    return details(grantTenantAccess(partnerId), actor)
  }

  return { scopeOf, accessFor, list, details, ownDetails }
}

const NOTHING_READ = {
  organization: null,
  userCount: null,
  licenseSummary: null,
  licenses: [],
  hiddenLicenses: 0,
  licenseDiagnostic: null,
  policies: null,
  partFailures: [],
}

/** Its current generation, if there is one; people are counted only where they could be read. */
function seatsAsked({ id: tenantId, currentGenerationId, people }: StoredTenant): SeatsAsked[] {
  return currentGenerationId === null
    ? []
    : [{ tenantId, generationId: currentGenerationId, hasPeople: people !== null }]
}

const isMissing = (failures: TenantDetails['partFailures'], part: string): boolean =>
  failures.some((failure) => failure.part === part)
