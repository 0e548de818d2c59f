import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'

export type SetupRepo = ReturnType<typeof createSetupRepo>

/** Reads the facts of the setup's progress. */
export function createSetupRepo(db: Db) {
  return {
    async hasConsentSucceeded(clientId: string): Promise<boolean> {
      const row = await db
        .selectFrom('consents')
        .select('id')
        .where('state', '=', 'succeeded')
        .where('clientId', '=', clientId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The connection's own last sign-in includes checks (decisions.md, Sign-in and sessions). */
    async hasMicrosoftSignedIn(): Promise<boolean> {
      const row = await db
        .selectFrom('loginAuditLog')
        .select('id')
        .where('method', '=', 'microsoft')
        .where('success', '=', true)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** A refused user whose token was verified: only then the audit knows the address. */
    async hasMicrosoftBeenRefused(since: Date): Promise<boolean> {
      const row = await db
        .selectFrom('loginAuditLog')
        .select('id')
        .where('method', '=', 'microsoft')
        .where('success', '=', false)
        .where('email', '<>', 'unknown')
        .where('timestamp', '>=', since)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The check of that version of the connection. */
    findCheck: (connectionVersion: number) =>
      db
        .selectFrom('connectionChecks')
        .select(['checkedAt', 'result', 'permissions'])
        .where('connectionVersion', '=', connectionVersion)
        .executeTakeFirst(),

    findDirectory: (tenantId: TenantId) =>
      db
        .selectFrom('tenants')
        .select([shownName('tenants').as('displayName'), 'grantedPermissions'])
        .select(['dataAsOf', 'failureCode', 'failureMessage', 'failureAt'])
        .where('id', '=', tenantId)
        .executeTakeFirst(),

    /** Counts customers, without the own directory. */
    countTenants: (): Promise<{ known: number; read: number }> =>
      db
        .selectFrom('tenants')
        .select([
          sql<number>`count(*)::int`.as('known'),
          sql<number>`(count(*) filter (where data_as_of is not null))::int`.as('read'),
        ])
        .where('isPartnerTenant', '=', false)
        .executeTakeFirstOrThrow(),

    /** Counts users who can sign in with Microsoft. */
    async countMicrosoftPeople(): Promise<number> {
      const { people } = await db
        .selectFrom('users')
        .select(sql<number>`count(*)::int`.as('people'))
        .where('authMethod', '=', 'microsoft')
        .where('isDisabled', '=', false)
        .executeTakeFirstOrThrow()
      return people
    },
  }
}
