import type { ConsentProblem, ConsentState } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { REUSABLE_STATES } from './consent.rules.ts'

export type ConsentRepo = ReturnType<typeof createConsentRepo>

type Trx = Transaction<Database>

export interface StoredConsent {
  readonly id: ConsentId
  readonly kind: 'interactive' | 'invitation'
  readonly state: ConsentState
  readonly expectedTenantId: TenantId | null
  readonly tenantId: TenantId | null
  readonly clientId: string
  readonly createdByUserId: UserId
  readonly createdBy: string
  readonly sessionId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly answeredAt: Date | null
  readonly problem: ConsentProblem | null
  readonly message: string | null
}

/** With what of its tenant the reader may see. */
export interface ReadableConsent extends StoredConsent {
  readonly sealedUrl: string | null
  readonly shownTenantId: TenantId | null
  readonly displayName: string | null
}

/** Whose consents, and whose tenants in them. */
export interface Reader {
  /** Null: everybody's. */
  readonly makerId: UserId | null
  readonly scope: TenantScope
}

interface Outcome {
  readonly state: ConsentState
  readonly problem: ConsentProblem | null
  readonly message: string | null
}

const COLUMNS = [
  'consents.id',
  'consents.kind',
  'consents.state',
  'consents.expectedTenantId',
  'consents.tenantId',
  'consents.clientId',
  'consents.createdByUserId',
  'consents.createdBy',
  'consents.sessionId',
  'consents.createdAt',
  'consents.expiresAt',
  'consents.answeredAt',
  'consents.problem',
  'consents.message',
] as const

/** Attempts to get a tenant's consent. */
export function createConsentRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async insert(trx: Trx, consent: Insertable<Database['consents']>): Promise<void> {
      await trx.insertInto('consents').values(consent).execute()
    },

    findByStateHash: (stateHash: string): Promise<StoredConsent | undefined> =>
      stored().where('stateHash', '=', stateHash).executeTakeFirst(),

    find: (id: ConsentId): Promise<StoredConsent | undefined> =>
      stored().where('id', '=', id).executeTakeFirst(),

    /**
     * Settles Microsoft's answer, once: of several at one moment only one still finds the consent
     * open. False for the others.
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
            eb.and([eb('kind', '=', 'invitation'), eb('state', 'in', REUSABLE_STATES)]),
          ]),
        )
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Settles what a token showed, once. */
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

    /** False when it was used or is being used. */
    async revoke(trx: Trx, id: ConsentId, at: Date): Promise<boolean> {
      const row = await trx
        .updateTable('consents')
        .set({ state: 'revoked', problem: 'revoked', message: null, settledAt: at })
        .where('id', '=', id)
        .where('kind', '=', 'invitation')
        .where('state', 'in', ['waiting', ...REUSABLE_STATES])
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async read(id: ConsentId, reader: Reader): Promise<ReadableConsent | undefined> {
      return readable(reader).where('consents.id', '=', id).executeTakeFirst()
    },

    /** The newest first. */
    async readInvitations(reader: Reader): Promise<ReadableConsent[]> {
      return readable(reader)
        .where('kind', '=', 'invitation')
        .orderBy('consents.createdAt', 'desc')
        .orderBy('consents.id')
        .execute()
    },

    /** Those that were answered before then, and that nobody looks for any more. */
    async giveUpLost(answeredBefore: Date, at: Date): Promise<void> {
      await db
        .updateTable('consents')
        .set({ state: 'unproven', problem: 'unproven', message: null, settledAt: at })
        .where('state', '=', 'propagating')
        .where('answeredAt', '<', answeredBefore)
        .execute()
    },

    /** A link that leads nowhere any more would only keep the key in use that sealed it. */
    async forgetLinks(now: Date): Promise<void> {
      await db
        .updateTable('consents')
        .set({ sealedUrl: null })
        .where('sealedUrl', 'is not', null)
        .where((eb) =>
          eb.or([eb('expiresAt', '<=', now), eb('state', 'in', ['succeeded', 'revoked'])]),
        )
        .execute()
    },

    /** The last success stays: it shows that Microsoft's answers arrive here (the first run's checklist). */
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

  function stored() {
    return db.selectFrom('consents').select(COLUMNS).$narrowType<StoredConsent>()
  }

  function readable({ makerId, scope }: Reader) {
    // Before a token has proven it, whom an invitation of nobody certain reached is only said.
    const named = sql<TenantId | null>`coalesce(consents.expected_tenant_id,
      case when consents.state = 'succeeded' then consents.tenant_id end)`
    return db
      .selectFrom('consents')
      .leftJoin('tenants', (join) =>
        join.on('tenants.id', '=', named).on(isInScope('tenants.id', scope)),
      )
      .select(COLUMNS)
      .select([
        'consents.sealedUrl',
        scope.kind === 'all'
          ? named.as('shownTenantId')
          : sql<TenantId | null>`tenants.id`.as('shownTenantId'),
        shownName('tenants').as('displayName'),
      ])
      .$narrowType<StoredConsent>()
      .$if(makerId !== null, (query) => query.where('consents.createdByUserId', '=', makerId))
  }
}
