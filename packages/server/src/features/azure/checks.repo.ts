import { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import type { ConnectionCheck } from './registration.rules.ts'

export type ChecksRepo = ReturnType<typeof createChecksRepo>

/** The jsonb columns; content of an older format is ignored. */
const Stored = z.object({
  result: ConsentCheck,
  permissions: z.array(CheckedPermission),
  requiredResourceAccess: z.array(
    z.object({
      resourceAppId: z.string(),
      resourceAccess: z.array(z.object({ id: z.string(), type: z.string() })),
    }),
  ),
})

/** Stores the results of the last check of the connection. */
export function createChecksRepo(db: Db) {
  return {
    /** Null before the first check of this version of the connection. */
    async find(connectionVersion: number): Promise<ConnectionCheck | null> {
      const row = await db
        .selectFrom('connectionChecks')
        .select(['result', 'permissions', 'appDisplayName', 'requiredResourceAccess'])
        .select('credentialExpiresAt')
        .where('connectionVersion', '=', connectionVersion)
        .executeTakeFirst()
      const stored = Stored.safeParse(row).data
      if (row === undefined || stored === undefined) return null
      const { result: check, permissions, requiredResourceAccess } = stored
      const { appDisplayName, credentialExpiresAt } = row
      return { check, permissions, requiredResourceAccess, appDisplayName, credentialExpiresAt }
    },

    /** Saves unless the result of a later check, or of a newer connection, is stored. */
    async save(connectionVersion: number, found: ConnectionCheck): Promise<void> {
      const values = {
        connectionVersion,
        checkedAt: new Date(found.check.checkedAt),
        result: storedJson(found.check),
        permissions: storedJson(found.permissions),
        appDisplayName: found.appDisplayName,
        requiredResourceAccess: storedJson(found.requiredResourceAccess),
        credentialExpiresAt: found.credentialExpiresAt,
      }
      await db
        .insertInto('connectionChecks')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(values)
            .where(
              sql<boolean>`(connection_checks.connection_version, connection_checks.checked_at)
                <= (excluded.connection_version, excluded.checked_at)`,
            ),
        )
        .execute()
    },

    /** Returns the time of the last token of the own directory. */
    async lastSuccessAt(): Promise<Date | null> {
      const row = await db
        .selectFrom('microsoftConnection')
        .select('lastSuccessAt')
        .executeTakeFirst()
      return row?.lastSuccessAt ?? null
    },
  }
}
