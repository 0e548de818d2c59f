import { statusOf } from '@tenantscope/analysis/tenant-state'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'

import type { Trx } from '../../db/tables.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Clock } from '../../lib/clock.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { KnownConsent } from './tenant-consent.repo.ts'
import type {
  CustomerSource,
  DelegatedRelationship,
  ListedCustomer,
  TenantRecordsRepo,
} from './tenant-records.repo.ts'
import { accessMethodOf, failureTextOf } from './tenants.rules.ts'

export type TenantRecordsService = ReturnType<typeof createTenantRecordsService>
export type { DelegatedRelationship, KnownConsent, ListedCustomer }

/** The customers of the partner's own directory. */
export interface ListedCustomers {
  readonly contracts: readonly ListedCustomer[]
  /** True when rows were left out: a customer that is absent may still be listed. */
  readonly areContractsPartial?: boolean
  /** Null: the relationships may not be read, so stored ones are kept. */
  readonly delegated: {
    readonly customers: readonly ListedCustomer[]
    readonly relationships: readonly DelegatedRelationship[]
    readonly isPartial?: boolean
  } | null
}

/** A failed reading; Microsoft's identifiers are for 'Copy diagnostics'. */
export interface ReadFailure {
  readonly code: TenantFailureCode
  readonly at: Date
  readonly microsoftCode: string | null
  readonly requestId: string | null
  readonly correlationId: string | null
  /** Microsoft's words, for a code that is not in the table of codes. */
  readonly words?: string | null
}

/** The tenant's own facts from a reading. */
export interface ReadTenant {
  readonly generationId: number
  readonly dataAsOf: Date
  readonly displayName: string
  readonly defaultDomainName: string | null
  readonly createdDateTime: Date | null
}

/** Until its organization was read, the partner's own directory has no name of its own. */
const UNREAD_PARTNER_NAME = 'Partner directory'

/** Maintains tenants' records: their origin, permissions, and reading state. */
export function createTenantRecordsService(deps: { repo: TenantRecordsRepo; clock: Clock }) {
  const { repo, clock } = deps

  /** Status and access method follow from the facts, whatever changed them. */
  async function settle(trx: Trx, tenantIds: readonly TenantId[] | 'all'): Promise<void> {
    const facts = await repo.findFacts(trx, tenantIds)
    const changes = facts
      .map((tenant) => ({
        before: tenant,
        after: {
          id: tenant.id,
          status: statusOf({
            relationship: tenant.goneAt === null ? tenant.relationship : 'ended',
            isConsented: tenant.isConsented,
            wasRead: tenant.dataAsOf !== null,
          }),
          accessMethod: accessMethodOf(tenant),
        },
      }))
      .filter(
        ({ before, after }) =>
          before.status !== after.status || before.accessMethod !== after.accessMethod,
      )
      .map(({ after }) => after)
    if (changes.length > 0) await repo.setStandings(trx, changes)
  }

  /** Changes the facts of one tenant in a transaction; its status and access method follow. */
  function change(tenantId: TenantId, write: (trx: Trx) => Promise<void>): Promise<void> {
    return repo.transaction(async (trx) => {
      await write(trx)
      await settle(trx, [tenantId])
    })
  }

  async function takeOver(
    trx: Trx,
    source: CustomerSource,
    { listed, isPartial = false }: { listed: readonly ListedCustomer[]; isPartial?: boolean },
  ): Promise<void> {
    const byId = new Map(listed.map((customer) => [customer.tenantId, customer]))
    await repo.upsertCustomers(trx, source, { customers: [...byId.values()], now: clock.now() })
    if (!isPartial) await repo.setUnlisted(trx, source, [...byId.keys()])
  }

  return {
    /** The partner's own directory is a tenant like any other. */
    recordPartner: (tenantId: TenantId): Promise<void> =>
      change(tenantId, (trx) =>
        repo.upsertPartner(trx, tenantId, { name: UNREAD_PARTNER_NAME, now: clock.now() }),
      ),

    /**
     * Stores the partner's lists of customers. A customer that no list contains is no longer read,
     * except when rows of a list were left out.
     */
    async recordCustomers(lists: ListedCustomers): Promise<void> {
      const { contracts, areContractsPartial = false, delegated } = lists
      await repo.transaction(async (trx) => {
        await takeOver(trx, 'hasContract', { listed: contracts, isPartial: areContractsPartial })
        if (delegated !== null) {
          const { customers, relationships, isPartial = false } = delegated
          await takeOver(trx, 'hasDelegatedRelationship', { listed: customers, isPartial })
          await repo.replaceDelegatedRelationships(trx, { relationships, isPartial })
        }
        await repo.settleRelationships(trx)
        await settle(trx, 'all')
      })
    },

    /** An administrator says that this tenant consented; it is read from now on. */
    recordDirectConsent: (tenantId: TenantId, displayName: string): Promise<void> =>
      change(tenantId, (trx) => {
        const tenant = { id: tenantId, displayName: storedText(displayName), now: clock.now() }
        return repo.upsertDirect(trx, tenant)
      }),

    /**
     * Records a tenant that an administrator adds. `roles` are those of its token; null: none was
     * issued, and known data is kept. `onAdded` runs in the transaction and is given whether the
     * tenant is new.
     */
    recordAdded(
      given: { tenantId: TenantId; displayName: string; roles: readonly string[] | null },
      onAdded: (trx: Trx, isNew: boolean) => Promise<void>,
    ): Promise<boolean> {
      const { tenantId, roles } = given
      return repo.transaction(async (trx) => {
        const now = clock.now()
        const tenant = { id: tenantId, displayName: storedText(given.displayName), now }
        const isNew = await repo.insertUnconsented(trx, tenant)
        if (roles !== null) {
          await repo.upsertDirect(trx, tenant)
          await repo.setConsented(trx, tenantId, { grantedPermissions: permissionsOf(roles), now })
        }
        await settle(trx, [tenantId])
        await onAdded(trx, isNew)
        return isNew
      })
    },

    /** Stores the roles of the tenant's token. Microsoft may make tokens opaque: then roles are unknown. */
    recordToken: (tenantId: TenantId, roles: readonly string[]): Promise<void> =>
      change(tenantId, async (trx) => {
        const grantedPermissions = permissionsOf(roles)
        await repo.setConsented(trx, tenantId, { grantedPermissions, now: clock.now() })
        await repo.forgetConsentFailure(trx, tenantId)
      }),

    /** A token of a tenant that came through an invitation; unless it is read, it waits for approval. */
    recordInvited: (tenantId: TenantId, roles: readonly string[]): Promise<void> =>
      change(tenantId, async (trx) => {
        const now = clock.now()
        await repo.upsertInvited(trx, tenantId, now)
        await repo.setConsented(trx, tenantId, { grantedPermissions: permissionsOf(roles), now })
      }),

    /**
     * Accepts a tenant that waits, or forgets it. False when it does not wait (any more); `onDecided`
     * takes part in the transaction.
     */
    decideApproval(
      tenantId: TenantId,
      decision: { isAccepted: boolean; by: string },
      onDecided: (trx: Trx) => Promise<void>,
    ): Promise<boolean> {
      return repo.transaction(async (trx) => {
        const { isAccepted, by } = decision
        const isDecided = isAccepted
          ? await repo.acceptInvited(trx, tenantId)
          : await repo.declineInvited(trx, tenantId, { by, now: clock.now() })
        if (!isDecided) return false
        await settle(trx, [tenantId])
        await onDecided(trx)
        return true
      })
    },

    /** Undefined for a tenant that is not known. */
    consentOf: (tenantId: TenantId): Promise<KnownConsent | undefined> =>
      repo.transaction((trx) => repo.findConsent(trx, tenantId)),

    /** Its last good data stay. Returns the failure for display. */
    async recordFailure(
      attempt: { tenantId: TenantId; startedAt: Date },
      failure: ReadFailure,
    ): Promise<string> {
      const isOwn = await repo.isPartner(attempt.tenantId)
      const failureMessage = storedText(failureTextOf(failure, { isOwn }))
      await change(attempt.tenantId, async (trx) => {
        if (failure.code === 'CONSENT_REQUIRED')
          await repo.setUnconsented(trx, attempt, clock.now())
        await repo.setFailure(trx, attempt, {
          failureCode: failure.code,
          failureMessage,
          failureAt: failure.at,
          failureMicrosoftCode: failure.microsoftCode,
          failureRequestId: failure.requestId,
          failureCorrelationId: failure.correlationId,
        })
      })
      return failureMessage
    },

    /**
     * Runs in the transaction that completes the generation, so that readers see all of it or
     * nothing. Returns false when it is no longer the one being written.
     */
    async recordRead(trx: Trx, tenantId: TenantId, read: ReadTenant): Promise<boolean> {
      const { generationId: currentGenerationId, displayName, defaultDomainName, ...rest } = read
      const isCurrent = await repo.setCurrentGeneration(trx, tenantId, {
        currentGenerationId,
        displayName: storedText(displayName),
        defaultDomainName: defaultDomainName && storedText(defaultDomainName),
        ...rest,
      })
      await settle(trx, [tenantId])
      return isCurrent
    },

    /** The directory is gone; it stops being read. */
    recordGone: (tenantId: TenantId): Promise<void> =>
      change(tenantId, (trx) => repo.setGone(trx, tenantId, clock.now())),

    readable: (scope: TenantScope) => repo.findReadable(scope),
    unread: (): Promise<TenantId[]> => repo.findUnread(),
    isReadingStopped: (tenantId: TenantId): Promise<boolean> => repo.isReadingStopped(tenantId),
    /** Returns the failure of a customer's tenant for display. */
    messageFor: (failure: Omit<ReadFailure, 'at' | 'correlationId'>): string =>
      failureTextOf(failure, { isOwn: false }),
  }
}

/** Null: the token could not be read, so its permissions are unknown. */
const permissionsOf = (roles: readonly string[]): string[] | null =>
  roles.length > 0 ? roles.map(storedText) : null
