import type { ConsentId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'

import type { Database, Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { REUSABLE_STATES } from './consent.rules.ts'

export type ConsentRepo = ReturnType<typeof createConsentRepo>

export type StoredConsent = Selectable<Database['consents']>

/** A consent with the facts of its tenant that the reader may see. */
export interface ReadableConsent extends StoredConsent {
  readonly shownTenantId: TenantId | null
  readonly displayName: string | null
}

/** Limits the consents and the tenants in them to those of the reader. */
export interface Reader {
  /** Null for the consents of all users. */
  readonly creatorId: UserId | null
  readonly scope: TenantScope
}

type Outcome = Pick<StoredConsent, 'state' | 'problem' | 'message'>

/** Stores attempts to get a tenant's consent. */
export function createConsentRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async insert(trx: Trx, consent: Insertable<Database['consents']>): Promise<void> {
      await trx.insertInto('consents').values(consent).execute()
    },

    findByStateHash: (stateHash: string): Promise<StoredConsent | undefined> =>
      db.selectFrom('consents').selectAll().where('stateHash', '=', stateHash).executeTakeFirst(),

    find: (id: ConsentId): Promise<StoredConsent | undefined> =>
      db.selectFrom('consents').selectAll().where('id', '=', id).executeTakeFirst(),

    /**
     * Stores Microsoft's reply once: of several replies at the same time, only one finds the
     * consent open. Returns false for the others.
     */
    async settleAnswer(
      trx: Trx,
      id: ConsentId,
      answer: Outcome & { tenantId: TenantId | null; at: Date },
    ): Promise<boolean> {
      const { at: answeredAt, ...outcome } = answer
      const row = await trx
        .updateTable('consents')
        .set({ ...outcome, answeredAt })
        .where('id', '=', id)
        .where('expiresAt', '>', answeredAt)
        .where((eb) =>
          eb.or([
            eb('state', '=', 'waiting'),
            eb.and([
              eb('kind', '=', 'invitation'),
              eb('state', 'in', REUSABLE_STATES),
              eb('tenantId', 'is', null),
            ]),
          ]),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Stores the result of the verification, once. */
    async settleProof(trx: Trx, id: ConsentId, proven: Outcome & { at: Date }): Promise<boolean> {
      const { at: settledAt, ...outcome } = proven
      const row = await trx
        .updateTable('consents')
        .set({ ...outcome, settledAt })
        .where('id', '=', id)
        .where('state', '=', 'propagating')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns false when it was used or is being used. */
    async revoke(trx: Trx, id: ConsentId, at: Date): Promise<boolean> {
      const row = await trx
        .updateTable('consents')
        .set({ state: 'revoked', problem: 'revoked', message: null, settledAt: at })
        .where('id', '=', id)
        .where('kind', '=', 'invitation')
        .where('state', 'in', ['waiting', ...REUSABLE_STATES])
        .where('tenantId', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    read: (id: ConsentId, reader: Reader): Promise<ReadableConsent | undefined> =>
      readable(reader).where('consents.id', '=', id).executeTakeFirst(),

    /** Newest first. */
    readInvitations: (reader: Reader): Promise<ReadableConsent[]> =>
      readable(reader)
        .where('kind', '=', 'invitation')
        .orderBy('consents.createdAt', 'desc')
        .orderBy('consents.id')
        .execute(),

    /** Closes consents that were answered before this time and never verified. */
    async giveUpLost(answeredBefore: Date, at: Date): Promise<void> {
      await db
        .updateTable('consents')
        .set({ state: 'unproven', problem: 'unproven', message: null, settledAt: at })
        .where('state', '=', 'propagating')
        .where('answeredAt', '<', answeredBefore)
        .execute()
    },

    /** Deletes expired links, which would otherwise keep their sealing key in use. */
    async forgetLinks(now: Date): Promise<void> {
      await db
        .updateTable('consents')
        .set({ sealedUrl: null })
        .where('sealedUrl', 'is not', null)
        .where((eb) =>
          eb.or([
            eb('expiresAt', '<=', now),
            eb('state', '=', 'revoked'),
            eb('tenantId', 'is not', null),
          ]),
        )
        .execute()
    },

    /** The last success is kept: it shows that Microsoft's replies arrive (setup checklist). */
    async sweep(before: { interactive: Date; invitations: Date }): Promise<void> {
      await db
        .deleteFrom('consents')
        .where((eb) =>
          eb.or([
            eb.and([eb('kind', '=', 'interactive'), eb('expiresAt', '<', before.interactive)]),
            eb.and([eb('kind', '=', 'invitation'), eb('expiresAt', '<', before.invitations)]),
          ]),
        )
        .where(
          sql<boolean>`id is distinct from (select latest.id from consents as latest
            where latest.state = 'succeeded' order by latest.settled_at desc limit 1)`,
        )
        .execute()
    },
  }

  function readable({ creatorId, scope }: Reader) {
    // Until a token verifies it, the tenant of an open invitation is only claimed.
    const named = sql<TenantId | null>`coalesce(consents.expected_tenant_id,
      case when consents.state = 'succeeded' then consents.tenant_id end)`
    return db
      .selectFrom('consents')
      .leftJoin('tenants', (join) =>
        join.on('tenants.id', '=', named).on(isInScope('tenants.id', scope)),
      )
      .selectAll('consents')
      .select([
        scope.kind === 'all'
          ? named.as('shownTenantId')
          : sql<TenantId | null>`tenants.id`.as('shownTenantId'),
        shownName('tenants').as('displayName'),
      ])
      .$if(creatorId !== null, (query) => query.where('consents.createdByUserId', '=', creatorId))
  }
}
