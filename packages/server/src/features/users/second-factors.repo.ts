import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** What is stored of second factors; `db` is the transaction of what removes one. */
export function createSecondFactorsRepo(db: Kysely<Database>) {
  return {
    /** Everything of it: the secret, recovery codes, an enrollment under way. False: there was none. */
    async remove(userId: UserId): Promise<boolean> {
      await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      await db.deleteFrom('totpEnrollments').where('userId', '=', userId).execute()
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ totpSecret: null, totpEnrolledAt: null, totpLastStep: null })
        .where('id', '=', userId)
        .where('totpSecret', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
  }
}
