import type { CallReply } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { addTenant } from '@tenantscope/contract/onboarding'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import { resolveDirectory } from '@tenantscope/graph-client/resolve-directory'
import type { Transport } from '@tenantscope/graph-client/transport'

import type { Actor } from '../../lib/actor.ts'
import { notConnected, tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { AzureConfigService } from '../azure/azure-config.service.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { RefreshService } from '../refresh/refresh.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import {
  directoryNameFrom,
  notReached,
  otherCloud,
  PERSONAL_ACCOUNTS,
  refusedSharedName,
  unknownName,
} from './onboarding.rules.ts'

export type OnboardingService = ReturnType<typeof createOnboardingService>

type Added = CallReply<typeof addTenant>

/** A tenant's consent: the roles of a token, or why there is none. */
type Consent = { readonly roles: readonly string[] } | { readonly failure: GraphFailure }

/** Adds tenants without contract or delegated relationship (decisions.md, Tenants and data). */
export function createOnboardingService(deps: {
  microsoft: MicrosoftAccess
  transport: Transport
  azureConfig: Pick<AzureConfigService, 'read'>
  tenants: Pick<TenantsService, 'accessFor' | 'details'>
  records: TenantRecordsService
  refresh: Pick<RefreshService, 'refreshConsented'>
  auditLog: AuditLogService
  clock: Clock
  /** The time limit; tests set a shorter one. */
  withinMs?: number
}) {
  const { microsoft, transport, tenants, records, refresh, auditLog, clock } = deps
  const { withinMs = LIVE_CALL_SECONDS * 1_000 } = deps

  async function resolve(
    name: string,
    { connection: { cloud } }: ConnectedMicrosoft,
    signal: AbortSignal,
  ): Promise<TenantId> {
    const found = await resolveDirectory({ transport, cloud, clock }, name, signal).catch(
      (error: unknown) => {
        if (error instanceof GraphFailure || signal.aborted) throw notReached()
        throw error
      },
    )
    if (found.kind === 'found' && found.tenantId === PERSONAL_ACCOUNTS) throw refusedSharedName()
    if (found.kind === 'found') return TenantId.parse(found.tenantId)
    const { clouds } = await deps.azureConfig.read()
    const cloudName = clouds.find((each) => each.cloud === cloud)?.name ?? cloud
    throw found.kind === 'unknown' ? unknownName(name, cloudName) : otherCloud(name, cloudName)
  }

  async function find(access: TenantAccess, actor: Actor): Promise<TenantListItem> {
    return (await tenants.details(access, actor)).tenant
  }

  async function accessTo(tenantId: TenantId, actor: Actor): Promise<TenantAccess> {
    const access = await tenants.accessFor(actor, tenantId)
    if (access === null) throw tenantNotFound()
    return access
  }

  /** Returns the tenant if it is known and needs no action; else null. */
  async function settled(
    tenantId: TenantId,
    { connection }: ConnectedMicrosoft,
    actor: Actor,
  ): Promise<Added | null> {
    const isOwn = tenantId === connection.tenantId
    if (isOwn) await records.recordPartner(tenantId)
    const access = await tenants.accessFor(actor, tenantId)
    if (access === null) return null
    const tenant = await find(access, actor)
    if (!isOwn && !isBeingRead(tenant)) return null
    return { tenant, isNew: false, isConsented: tenant.consent.state === 'granted' }
  }

  /** Stores the record and its trail entry together. */
  function record(
    given: { tenantId: TenantId; name: string; consent: Consent },
    { actor, source }: By,
  ): Promise<boolean> {
    const { tenantId, name, consent } = given
    const roles = 'roles' in consent ? consent.roles : null
    return records.recordAdded({ tenantId, displayName: name, roles }, async (trx, isNew) => {
      if (!isNew && roles === null) return
      const entry = {
        type: 'tenant',
        action: isNew ? 'tenant added' : 'tenant added again',
        newValue: roles === null ? 'not consented' : 'consented',
        tenantId,
      } as const
      await auditLog.change({ ...entry, changedBy: actor, source }, trx)
    })
  }

  return {
    /** Adds the tenant of a domain or id; if it has consented, a refresh starts. */
    async addTenant(
      domainOrId: string,
      { actor, by, left }: { actor: Actor; by: By; left: AbortSignal },
    ): Promise<Added> {
      const name = directoryNameFrom(domainOrId)
      const connected = await microsoft.current()
      if (connected === null) throw notConnected()
      const signal = AbortSignal.any([left, AbortSignal.timeout(withinMs)])
      const tenantId = await resolve(name, connected, signal)
      const known = await settled(tenantId, connected, actor)
      if (known !== null) return known

      const startedAt = clock.now()
      const consent = await consentOf(tenantId, connected, signal)
      const isNew = await record({ tenantId, name, consent }, by)
      const access = await accessTo(tenantId, actor)
      if ('roles' in consent) await refresh.refreshConsented(actor.username, tenantId)
      else await records.recordFailure({ tenantId, startedAt }, consent.failure)
      return { tenant: await find(access, actor), isNew, isConsented: 'roles' in consent }
    },
  }
}

/** Requests a new token: consent that was just given appears in no other. */
async function consentOf(
  tenantId: TenantId,
  { tokens }: ConnectedMicrosoft,
  signal: AbortSignal,
): Promise<Consent> {
  tokens.forget(tenantId)
  try {
    return { roles: (await tokens.tokenFor(tenantId, { signal })).roles }
  } catch (error) {
    if (signal.aborted || isPassing(error)) throw notReached()
    if (!(error instanceof GraphFailure)) throw error
    return { failure: error }
  }
}

/** True when it is read now or at the next refresh. */
const isBeingRead = ({ status, consent, isReadingStopped }: TenantListItem): boolean =>
  status !== 'Inactive' && consent.state === 'granted' && !isReadingStopped

const PASSING: ReadonlySet<string> = new Set(['THROTTLED', 'UNAVAILABLE', 'MALFORMED_ANSWER'])

const isPassing = (error: unknown): boolean =>
  error instanceof GraphFailure && PASSING.has(error.code)
