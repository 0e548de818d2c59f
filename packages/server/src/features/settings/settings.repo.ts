import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

export type SettingsRepo = ReturnType<typeof createSettingsRepo>

/** Synchronization settings as specified (section 3), and the default tenant access of decisions.md. */
export interface Settings {
  readonly roleSyncEnabled: boolean
  readonly localAuthFallback: boolean
  readonly autoImportUsers: boolean
  readonly timezone: string
  readonly defaultTenantAccess: 'none' | 'all'
}

/** The one row of settings; the migrations insert it. */
export function createSettingsRepo(db: Kysely<Database>) {
  return {
    read(within: Kysely<Database> = db): Promise<Settings> {
      return within
        .selectFrom('settings')
        .select([
          'roleSyncEnabled',
          'localAuthFallback',
          'autoImportUsers',
          'timezone',
          'defaultTenantAccess',
        ])
        .executeTakeFirstOrThrow()
    },

    /** Does nothing once anybody, this call included, has set the settings. */
    async setFirstTimeZone(timezone: string, at: Date): Promise<void> {
      await db
        .updateTable('settings')
        .set({ timezone, updatedBy: 'first start', updatedAt: at })
        .where('updatedBy', 'is', null)
        .execute()
    },

    async setLocalAuthFallback(
      localAuthFallback: boolean,
      change: { by: string; at: Date; within: Kysely<Database> },
    ): Promise<void> {
      await change.within
        .updateTable('settings')
        .set((eb) => ({
          localAuthFallback,
          updatedBy: change.by,
          updatedAt: change.at,
          version: eb('version', '+', 1),
        }))
        .execute()
    },

    transaction: <T>(work: (within: Kysely<Database>) => Promise<T>): Promise<T> =>
      db.transaction().execute(work),
  }
}
