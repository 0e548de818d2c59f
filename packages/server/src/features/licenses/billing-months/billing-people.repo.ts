import type { MovedPerson } from '@tenantscope/contract/billing-months'
import { BILLING_MONTHS } from '@tenantscope/contract/limits'
import { sql } from 'kysely'

import { byAlphabet } from '../../../db/alphabet.ts'
import { isInGeneration } from '../../../db/generation-rows.ts'
import type { Db } from '../../../db/tables.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'

export type BillingPeopleRepo = ReturnType<typeof createBillingPeopleRepo>

interface MovedRow extends MovedPerson {
  readonly isNew: boolean
  readonly total: number
}

/** Compares the licensed people of two months by their ids. */
export function createBillingPeopleRepo(db: Db) {
  return {
    /** Returns which of these months still have the ids of their people. */
    async monthsWithPeople({ tenantId }: TenantAccess, months: readonly string[]) {
      const rows = await db
        .selectFrom('billingPeople')
        .select('month')
        .where('tenantId', '=', tenantId)
        .where('month', 'in', months)
        .execute()
      return new Set(rows.map(({ month }) => month))
    },

    /** Returns whether the users of the current reading are known. */
    async areUsersKnown({ tenantId }: TenantAccess): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
        .select('generations.people')
        .where('tenants.id', '=', tenantId)
        .executeTakeFirst()
      return (row?.people ?? null) !== null
    },

    /** Returns the people of one month only, with their current names: some of them, and how many there are. */
    async moved(
      { tenantId }: TenantAccess,
      { month, before }: { month: string; before: string },
    ): Promise<MovedRow[]> {
      const idsOf = (asked: string) => sql`select unnest(person_ids) as id from billing_people
        where tenant_id = ${tenantId} and month = ${asked}`
      const { rows } = await sql<MovedRow>`
        with moved as (
          select id, true as is_new from (${idsOf(month)} except ${idsOf(before)}) as came
          union all
          select id, false from (${idsOf(before)} except ${idsOf(month)}) as went),
        named as (
          select moved.id, moved.is_new, people.display_name, people.user_principal_name,
            count(*) over (partition by moved.is_new)::int as total,
            row_number() over (partition by moved.is_new
              order by people.id is null, ${byAlphabet(sql.ref('people.display_name'))}, moved.id) as place
          from moved left join tenants on tenants.id = ${tenantId}
          left join directory_users as people on people.id = moved.id
            and ${isInGeneration('people', {
              tenantId: sql.ref('tenants.id'),
              generationId: sql.ref('tenants.currentGenerationId'),
            })})
        select id, is_new, display_name, user_principal_name, total from named
        where place <= ${BILLING_MONTHS.named} order by is_new desc, place`.execute(db)
      return rows
    },
  }
}
