import { describePolicies } from '@tenantscope/analysis/conditional-access'
import { dataAgeOf } from '@tenantscope/analysis/data-age'
import { savingsInTotals } from '@tenantscope/analysis/known-savings'
import { summarizeLicenses } from '@tenantscope/analysis/licenses'
import { addSavings } from '@tenantscope/analysis/savings'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import type { PostureSummary } from '@tenantscope/contract/posture-summary'
import type { listTenants, TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { TenantState } from '../auth/microsoft-sign-in.service.ts'
import type { AzureService, Connection } from '../azure/azure.service.ts'
import type {
  JudgedLicenses,
  SeatsAsked,
  TenantSeatsService,
} from '../licenses/tenant-seats.service.ts'
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

/** The scores of tenants, as the estate's posture has them. */
interface Postures {
  summaries(scope: TenantScope): Promise<ReadonlyMap<TenantId, PostureSummary>>
  /** Null: not judged yet. */
  summary(access: TenantAccess): Promise<PostureSummary | null>
}

type StoredTenant = Awaited<ReturnType<TenantsRepo['list']>>[number]

/** Returns tenants for screens, from stored data only. */
export function createTenantsService(deps: {
  repo: TenantsRepo
  seats: TenantSeatsService
  azure: AzureService
  runs: SyncRunsService
  settings: {
    readForLists: () => Promise<{ refreshHours: number; priceRevision: string }>
  }
  posture: Postures
  clock: Clock
}) {
  const { repo, seats, azure, runs, settings, posture, clock } = deps

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
    const [rows, connection, currentRun, stored, postures] = await Promise.all([
      repo.list(scope),
      azure.current(),
      runs.current(scope),
      settings.readForLists(),
      posture.summaries(scope),
    ])
    const { refreshHours, priceRevision } = stored
    const totals = await seats.totals(priceRevision)
    const refusal = connection?.refusal ?? null
    const tenants = await listItems(rows, { postures, refusal, priceRevision })
    return {
      tenants,
      total: tenants.length,
      stats: statsOf(tenants),
      savings: addSavings(
        tenants.flatMap(({ figures }) => (figures === null ? [] : savingsInTotals(figures))),
        totals.currency,
      ),
      dataAge: { ...dataAgeOf(tenants), refreshHours },
      isConnected: connection !== null,
      currentRun,
    }
  }

  async function listItems(
    rows: readonly StoredTenant[],
    shared: {
      postures: ReadonlyMap<TenantId, PostureSummary>
      refusal: Connection['refusal']
      priceRevision: string
    },
  ): Promise<TenantListItem[]> {
    const { postures, refusal, priceRevision } = shared
    const now = clock.now()
    const itemOf = (row: StoredTenant, licenses: JudgedLicenses | null) =>
      toListItem(row, { licenses, posture: postures.get(row.id) ?? null, refusal, now })
    const readRows = rows.filter(({ hasLicenses }) => hasLicenses)
    const rowById = new Map(readRows.map((row) => [row.id, row]))
    const items = await seats.judgeEach(
      readRows.flatMap(seatsAsked),
      (tenantId, judged) => {
        const row = rowById.get(tenantId)
        return row && itemOf(row, judged)
      },
      { priceRevision },
    )
    return rows.map((row) => items.get(row.id) ?? itemOf(row, null))
  }

  async function details(access: TenantAccess, actor: Actor): Promise<TenantDetails> {
    const [row, connection, currentRun, judged] = await Promise.all([
      repo.find(access),
      azure.current(),
      runs.currentOf(access.tenantId, scopeOf(actor)),
      posture.summary(access),
    ])
    if (row === undefined) throw tenantNotFound()
    const refusal = connection?.refusal ?? null
    const shown = { posture: judged, refusal, now: clock.now() }
    const [generation] = seatsAsked(row)
    if (generation === undefined)
      return {
        ...stateOf(toListItem(row, { ...shown, licenses: null })),
        ...NOTHING_READ,
        currentRun,
      }
    const [stored, licenses] = await Promise.all([
      repo.readGeneration(access, generation.generationId),
      seats.judgeOne(generation),
    ])
    const { partFailures, malformedRows } = stored
    const { visible, hiddenLicenses } = licenses
    return {
      ...stateOf(toListItem(row, { ...shown, licenses: row.hasLicenses ? licenses : null })),
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
      mfa: row.mfaCoverage,
      partFailures,
      malformedRows,
      currentRun,
    }
  }

  /** Returns the data above a tenant's lists, even if there are none. */
  function stateOf(tenant: TenantListItem) {
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

  /** Returns whether sign-in may lead to the tenant's page; 'unknown' for a tenant without a grant. */
  async function standingFor(actor: Actor, tenantId: TenantId): Promise<TenantState> {
    const access = await accessFor(actor, tenantId)
    if (access === null) return 'unknown'
    const { tenant } = await details(access, actor)
    if (tenant.status === 'Inactive') return 'inactive'
    return tenant.dataAsOf === null ? 'unreadable' : 'readable'
  }

  return { scopeOf, accessFor, list, details, ownDetails, standingFor }
}

const NOTHING_READ = {
  organization: null,
  userCount: null,
  licenseSummary: null,
  licenses: [],
  hiddenLicenses: 0,
  licenseDiagnostic: null,
  policies: null,
  mfa: null,
  partFailures: [],
  malformedRows: [],
}

/** The current generation, if any; users are counted only if they could be read. */
function seatsAsked(row: StoredTenant): SeatsAsked[] {
  const { id: tenantId, currentGenerationId: generationId, people, status } = row
  if (generationId === null) return []
  return [{ tenantId, generationId, hasPeople: people !== null, isInactive: status === 'Inactive' }]
}

const isMissing = (failures: TenantDetails['partFailures'], part: string): boolean =>
  failures.some((failure) => failure.part === part)
