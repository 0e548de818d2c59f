import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import { rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { SHOWN_PERSON } from '../../db/person-name.ts'
import type { Db } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type CoverageRepo = ReturnType<typeof createCoverageRepo>

export interface NamedPerson {
  readonly id: string
  readonly displayName: string | null
  readonly userPrincipalName: string | null
  readonly userType: string | null
}

/** Rows per statement, so that the event loop is free between them. */
const ROWS = 5_000

export function createCoverageRepo(db: Db) {
  return {
    /** What identifies a computation of the coverage; undefined when the tenant is gone. */
    findCurrent: ({ tenantId }: TenantAccess) =>
      db
        .selectFrom('tenants')
        .select(['currentGenerationId as generationId', 'dataAsOf'])
        .where('id', '=', tenantId)
        .executeTakeFirst(),

    /** Everyone who is not blocked, by name; the ids decide between equal names. */
    async readNames(generation: GenerationOfTenant): Promise<NamedPerson[]> {
      const people: NamedPerson[] = []
      for (;;) {
        const rows = await rowsOf(db, 'directoryUsers', generation)
          .select(['id', 'displayName', 'userPrincipalName', 'userType'])
          .where(sql<boolean>`account_enabled is distinct from false`)
          .orderBy(byAlphabet(SHOWN_PERSON))
          .orderBy(sql`id collate "C"`)
          .offset(people.length)
          .limit(ROWS)
          .execute()
        people.push(...rows)
        if (rows.length < ROWS) return people
      }
    },
  }
}
