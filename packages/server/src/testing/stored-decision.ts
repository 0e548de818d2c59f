import type { Insertable, Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'

type Row = Insertable<Database['renewalDecisions']>

/** Stores a decision for a date that no subscription has. */
export async function storeDecision(
  db: Kysely<Database>,
  row: Pick<Row, 'tenantId' | 'decidedAt'> & Partial<Row>,
): Promise<void> {
  await db
    .insertInto('renewalDecisions')
    .values({
      subscriptionId: 'seats',
      skuId: 'sku',
      day: '2027-01-01',
      renewsAt: new Date('2027-01-01T00:00:00Z'),
      kind: 'keep',
      note: 'Agreed by phone',
      ownerName: 'The Chief',
      decidedBy: 'chief',
      ...row,
    })
    .execute()
}
