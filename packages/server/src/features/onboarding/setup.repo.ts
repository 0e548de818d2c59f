import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'

export type SetupRepo = ReturnType<typeof createSetupRepo>

interface StoredCheck {
  result: ConsentCheck
  permissions: CheckedPermission[]
}

/** What tells how far a first run has come. */
export function createSetupRepo(db: Kysely<Database>) {
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

    /** The connection's own last sign-in counts checks too (decisions.md, Sign-in and sessions). */
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

    /** Of that version of the connection. */
    async findCheck(connectionVersion: number) {
      return db
        .selectFrom('connectionChecks')
        .select(['checkedAt', 'result', 'permissions'])
        .$narrowType<StoredCheck>()
        .where('connectionVersion', '=', connectionVersion)
        .executeTakeFirst()
    },

    async findDirectory(tenantId: TenantId) {
      return db
        .selectFrom('tenants')
        .select([shownName('tenants').as('displayName'), 'grantedPermissions'])
        .select(['dataAsOf', 'failureCode', 'failureMessage', 'failureAt'])
        .$narrowType<{ failureCode: TenantFailureCode | null }>()
        .where('id', '=', tenantId)
        .executeTakeFirst()
    },

    /** Customers, without the partner's own directory. */
    async countTenants(): Promise<{ known: number; read: number }> {
      return db
        .selectFrom('tenants')
        .select([
          sql<number>`count(*)::int`.as('known'),
          sql<number>`(count(*) filter (where data_as_of is not null))::int`.as('read'),
        ])
        .where('isPartnerTenant', '=', false)
        .executeTakeFirstOrThrow()
    },

    /** People who can sign in with Microsoft. */
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
