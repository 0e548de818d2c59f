import { statusOf } from '@tenantscope/analysis/tenant-state'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import type { Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
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
import { accessMethodOf, FAILURE_MESSAGES } from './tenants.rules.ts'

export type TenantRecordsService = ReturnType<typeof createTenantRecordsService>
export type { DelegatedRelationship, KnownConsent, ListedCustomer }

/** The customers of the partner's own directory. */
export interface ListedCustomers {
  readonly contracts: readonly ListedCustomer[]
  /** Null: they may not be read, so what is known of them stays as it is. */
  readonly delegated: {
    readonly customers: readonly ListedCustomer[]
    readonly relationships: readonly DelegatedRelationship[]
  } | null
}

/** What a failed reading leaves behind: Microsoft's identifiers are for 'Copy diagnostics'. */
export interface ReadFailure {
  readonly code: TenantFailureCode
  readonly at: Date
  readonly microsoftCode: string | null
  readonly requestId: string | null
  readonly correlationId: string | null
}

/** What a tenant says of itself when it was read. */
export interface ReadTenant {
  readonly generationId: number
  readonly dataAsOf: Date
  readonly displayName: string
  readonly defaultDomainName: string | null
  readonly createdDateTime: Date | null
}

type Trx = Transaction<Database>

/** Until its organization was read, the partner's own directory has no name of its own. */
const UNREAD_PARTNER_NAME = 'Partner directory'

/** Keeps tenants' records: where they come from, what they granted, whether reading them worked. */
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

  async function takeOver(
    trx: Trx,
    source: CustomerSource,
    listed: readonly ListedCustomer[],
  ): Promise<void> {
    const byId = new Map(listed.map((customer) => [customer.tenantId, customer]))
    await repo.upsertCustomers(trx, source, { customers: [...byId.values()], now: clock.now() })
    await repo.setUnlisted(trx, source, [...byId.keys()])
  }

  return {
    /** The partner's own directory is a tenant like any other. */
    async recordPartner(tenantId: TenantId): Promise<void> {
      await repo.transaction(async (trx) => {
        await repo.upsertPartner(trx, tenantId, { name: UNREAD_PARTNER_NAME, now: clock.now() })
        await settle(trx, [tenantId])
      })
    },

    /** Takes over the partner's lists of customers; whom none of them names any more stops being read. */
    async recordCustomers({ contracts, delegated }: ListedCustomers): Promise<void> {
      await repo.transaction(async (trx) => {
        await takeOver(trx, 'hasContract', contracts)
        if (delegated !== null) {
          await takeOver(trx, 'hasDelegatedRelationship', delegated.customers)
          await repo.replaceDelegatedRelationships(trx, delegated.relationships)
        }
        await repo.settleRelationships(trx)
        await settle(trx, 'all')
      })
    },

    /** An administrator says that this tenant consented; it is read from now on. */
    async recordDirectConsent(tenantId: TenantId, displayName: string): Promise<void> {
      await repo.transaction(async (trx) => {
        const now = clock.now()
        await repo.upsertDirect(trx, { id: tenantId, displayName: storedText(displayName), now })
        await settle(trx, [tenantId])
      })
    },

    /**
     * An administrator adds a tenant. `roles` are those of its token; null: it gave none, and what is
     * known of the tenant stays. `onAdded` takes part in the transaction and learns whether it is new.
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

    /** What the tenant's token holds. Microsoft may make tokens unreadable: then nobody knows its roles. */
    async recordToken(tenantId: TenantId, roles: readonly string[]): Promise<void> {
      const grantedPermissions = permissionsOf(roles)
      await repo.transaction(async (trx) => {
        await repo.setConsented(trx, tenantId, { grantedPermissions, now: clock.now() })
        await repo.forgetConsentFailure(trx, tenantId)
        await settle(trx, [tenantId])
      })
    },

    /** A token of a tenant that came through an invitation; unless it is read, it waits for approval. */
    async recordInvited(tenantId: TenantId, roles: readonly string[]): Promise<void> {
      await repo.transaction(async (trx) => {
        const now = clock.now()
        await repo.upsertInvited(trx, tenantId, now)
        await repo.setConsented(trx, tenantId, { grantedPermissions: permissionsOf(roles), now })
        await settle(trx, [tenantId])
      })
    },

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

    /** Its last good data stay. */
    async recordFailure(
      attempt: { tenantId: TenantId; startedAt: Date },
      failure: ReadFailure,
    ): Promise<void> {
      const { tenantId } = attempt
      await repo.transaction(async (trx) => {
        if (failure.code === 'CONSENT_REQUIRED')
          await repo.setUnconsented(trx, attempt, clock.now())
        await repo.setFailure(trx, attempt, {
          failureCode: failure.code,
          failureMessage: FAILURE_MESSAGES[failure.code],
          failureAt: failure.at,
          failureMicrosoftCode: failure.microsoftCode,
          failureRequestId: failure.requestId,
          failureCorrelationId: failure.correlationId,
        })
        await settle(trx, [tenantId])
      })
    },

    /**
     * Within the transaction that completes the generation: readers see it whole or not at all. False
     * when it is no longer the one being written.
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
    async recordGone(tenantId: TenantId): Promise<void> {
      await repo.transaction(async (trx) => {
        await repo.setGone(trx, tenantId, clock.now())
        await settle(trx, [tenantId])
      })
    },

    readable: (scope: TenantScope) => repo.findReadable(scope),
    unread: (): Promise<TenantId[]> => repo.findUnread(),
    isReadingStopped: (tenantId: TenantId): Promise<boolean> => repo.isReadingStopped(tenantId),
    messageFor: (code: TenantFailureCode): string => FAILURE_MESSAGES[code],
  }
}

/** Null: the token could not be read, so nobody knows. */
const permissionsOf = (roles: readonly string[]): string[] | null =>
  roles.length > 0 ? roles.map(storedText) : null
