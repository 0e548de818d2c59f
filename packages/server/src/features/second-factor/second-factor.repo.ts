import type { UserId } from '@tenantscope/contract/ids'

import type { Db } from '../../db/tables.ts'

export type SecondFactorRepo = ReturnType<typeof createSecondFactorRepo>

/** Stores authenticator apps and recovery codes of local accounts. */
export function createSecondFactorRepo(db: Db) {
  return {
    async read(userId: UserId) {
      return db
        .selectFrom('users')
        .select(['authMethod', 'totpSecret as sealedSecret', 'totpEnrolledAt as enrolledAt'])
        .where('id', '=', userId)
        .executeTakeFirst()
    },

    async countRecoveryCodes(userId: UserId): Promise<number> {
      const { count } = await db
        .selectFrom('recoveryCodes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    /** A new enrollment replaces an unfinished one. */
    async replaceEnrollment(enrollment: {
      userId: UserId
      sealedSecret: string
      startedAt: Date
    }): Promise<void> {
      const { sealedSecret, startedAt } = enrollment
      await db
        .insertInto('totpEnrollments')
        .values(enrollment)
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet({ sealedSecret, startedAt }),
        )
        .execute()
    },

    /** Returns and locks the enrollment if it was started after `since`. */
    async lockEnrollment(userId: UserId, since: Date): Promise<string | undefined> {
      const row = await db
        .selectFrom('totpEnrollments')
        .select('sealedSecret')
        .where('userId', '=', userId)
        .where('startedAt', '>', since)
        .forUpdate()
        .executeTakeFirst()
      return row?.sealedSecret
    },

    async deleteEnrollments(which: { userId: UserId } | { startedBefore: Date }): Promise<void> {
      await db
        .deleteFrom('totpEnrollments')
        .where((eb) =>
          'userId' in which
            ? eb('userId', '=', which.userId)
            : eb('startedAt', '<=', which.startedBefore),
        )
        .execute()
    },

    /** The code of `step` confirmed the app, so it counts as used. */
    async enroll(
      userId: UserId,
      { sealedSecret, at, step }: { sealedSecret: string; at: Date; step: number },
    ): Promise<void> {
      await db
        .updateTable('users')
        .set({ totpSecret: sealedSecret, totpEnrolledAt: at, totpLastStep: step })
        .where('id', '=', userId)
        .execute()
    },

    async remove(userId: UserId): Promise<void> {
      await db
        .updateTable('users')
        .set({ totpSecret: null, totpEnrolledAt: null, totpLastStep: null })
        .where('id', '=', userId)
        .execute()
      await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
    },

    /** Checks and records in one statement: of two sign-ins with one code, one succeeds. */
    async takeStep(userId: UserId, step: number, sealedSecret: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ totpLastStep: step, totpSecret: sealedSecret })
        .where('id', '=', userId)
        .where((eb) => eb.or([eb('totpLastStep', 'is', null), eb('totpLastStep', '<', step)]))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** The same for a recovery code: each works once. */
    async takeRecoveryCode(
      userId: UserId,
      codeHashes: readonly string[],
      at: Date,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('recoveryCodes')
        .set({ usedAt: at })
        .where('userId', '=', userId)
        .where('codeHash', 'in', codeHashes)
        .where('usedAt', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    async replaceRecoveryCodes(userId: UserId, codeHashes: readonly string[]): Promise<void> {
      await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
      await db
        .insertInto('recoveryCodes')
        .values(codeHashes.map((codeHash) => ({ userId, codeHash, usedAt: null })))
        .execute()
    },
  }
}
