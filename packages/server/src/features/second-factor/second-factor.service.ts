import type { UserId } from '@tenantscope/contract/ids'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import type { SecondFactor } from '@tenantscope/contract/own-account'

import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { createSecondFactorRepo } from './second-factor.repo.ts'
import type { SecondFactorRepo } from './second-factor.repo.ts'
import {
  earlierRecoveryCodeHash,
  enrollmentOf,
  mayBeRecoveryCode,
  RECOVERY_CODE_BYTES,
  recoveryCodeHash,
  recoveryCodeOf,
  stepOf,
} from './second-factor.rules.ts'

export type SecondFactorService = ReturnType<typeof createSecondFactorService>

/** The result of checking a code; 'not enrolled' requires none. */
export type SecondFactorProof = 'not enrolled' | 'missing' | 'wrong' | 'code' | 'recovery code'

type Person = Pick<Actor, 'userId' | 'username'>

const SECRET_BYTES = 20

/** Binds a sealed secret to its user, so that it opens for no other. */
const purposeOf = (userId: UserId): string => `users.totp-secret ${userId}`

/** The second factor of local accounts: an authenticator app (RFC 6238) and recovery codes. */
export function createSecondFactorService(deps: {
  db: Db
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  random: (bytes: number) => Buffer
  settings: Pick<SettingsService, 'read'>
  endOtherSessions: (actor: Actor, within: Db) => Promise<void>
}) {
  const { db, sealer, auditLog, clock, random } = deps
  const repo = createSecondFactorRepo(db)

  const opened = (sealed: string, userId: UserId): Buffer =>
    Buffer.from(sealer.open(sealed, purposeOf(userId)), 'base64url')

  /** Returns the codes once; the database stores their hashes. */
  async function makeRecoveryCodes(scoped: SecondFactorRepo, userId: UserId): Promise<string[]> {
    const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
      recoveryCodeOf(random(RECOVERY_CODE_BYTES)),
    )
    const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(userId, code)))
    await scoped.replaceRecoveryCodes(userId, hashes)
    return codes
  }

  return {
    async stateOf(userId: UserId): Promise<SecondFactor> {
      const [found, recoveryCodesLeft, { secondFactorRequired }] = await Promise.all([
        repo.read(userId),
        repo.countRecoveryCodes(userId),
        deps.settings.read(),
      ])
      const isAvailable = found?.authMethod === 'traditional'
      return {
        isAvailable,
        isRequired: isAvailable && secondFactorRequired,
        isEnrolled: typeof found?.sealedSecret === 'string',
        enrolledAt: found?.enrolledAt?.toISOString() ?? null,
        recoveryCodesLeft,
      }
    },

    /** The enrollment has no effect before a code confirms it. */
    async start({ userId, username }: Person): Promise<{ secret: string; uri: string }> {
      await refuseEnrolled(repo, userId)
      const secret = random(SECRET_BYTES)
      const sealedSecret = sealer.seal(secret.toString('base64url'), purposeOf(userId))
      await repo.replaceEnrollment({ userId, sealedSecret, startedAt: clock.now() })
      return enrollmentOf(secret, username)
    },

    /**
     * Confirms the app: every sign-in now requires a code. The user's other sessions started
     * without one, so they end.
     */
    confirm(actor: Actor, code: string, source: AuditSource): Promise<{ recoveryCodes: string[] }> {
      const { userId } = actor
      return db.transaction().execute(async (within) => {
        const scoped = createSecondFactorRepo(within)
        await refuseEnrolled(scoped, userId)
        const now = clock.now()
        const sealedSecret = await scoped.lockEnrollment(userId, enrollableSince(now))
        if (sealedSecret === undefined) throw startAgain()
        const step = stepOf(code, opened(sealedSecret, userId), now)
        if (step === null) throw fieldError('body.code', WRONG_CODE)
        await scoped.enroll(userId, { sealedSecret, at: now, step })
        await scoped.deleteEnrollments({ userId })
        await deps.endOtherSessions(actor, within)
        await auditLog.ownChange(within, 'second factor set up', { actor, source })
        return { recoveryCodes: await makeRecoveryCodes(scoped, userId) }
      })
    },

    renewRecoveryCodes(actor: Person, source: AuditSource): Promise<{ recoveryCodes: string[] }> {
      return db.transaction().execute(async (within) => {
        const scoped = createSecondFactorRepo(within)
        await refuseNotEnrolled(scoped, actor.userId)
        await auditLog.ownChange(within, 'recovery codes renewed', { actor, source })
        return { recoveryCodes: await makeRecoveryCodes(scoped, actor.userId) }
      })
    },

    /** Checks the second factor. A right code is marked as used in `within`. */
    async prove(userId: UserId, code: string | undefined, within: Db): Promise<SecondFactorProof> {
      const scoped = createSecondFactorRepo(within)
      const sealed = (await scoped.read(userId))?.sealedSecret ?? null
      if (sealed === null) return 'not enrolled'
      if (code === undefined || code === '') return 'missing'
      const now = clock.now()
      const secret = opened(sealed, userId)
      const step = stepOf(code, secret, now)
      if (step === null)
        return (await isRecoveryCode(scoped, { userId, code, now })) ? 'recovery code' : 'wrong'
      // Sealed with the newest key, so that older keys can be removed.
      const resealed = sealer.isNewest(sealed)
        ? sealed
        : sealer.seal(secret.toString('base64url'), purposeOf(userId))
      return (await scoped.takeStep(userId, step, resealed)) ? 'code' : 'wrong'
    },

    requireEnrolled: (userId: UserId): Promise<void> => refuseNotEnrolled(repo, userId),

    /** `within` also contains the check. */
    async remove(
      actor: Actor,
      { source, within }: { source: AuditSource; within: Db },
    ): Promise<void> {
      await createSecondFactorRepo(within).remove(actor.userId)
      await auditLog.ownChange(within, 'second factor removed', { actor, source })
    },

    async sweep(): Promise<void> {
      await repo.deleteEnrollments({ startedBefore: enrollableSince(clock.now()) })
    },
  }
}

const enrollableSince = (now: Date): Date =>
  new Date(now.getTime() - SECOND_FACTOR.enrollMinutes * 60_000)

async function refuseEnrolled(repo: SecondFactorRepo, userId: UserId): Promise<void> {
  if (await isEnrolled(repo, userId))
    throw new AppError('CONFLICT', 'A second factor is already set up. Remove it first.')
}

async function refuseNotEnrolled(repo: SecondFactorRepo, userId: UserId): Promise<void> {
  if (!(await isEnrolled(repo, userId)))
    throw new AppError('CONFLICT', 'No second factor is set up for your account')
}

async function isEnrolled(repo: SecondFactorRepo, userId: UserId): Promise<boolean> {
  const found = await repo.read(userId)
  if (found?.authMethod !== 'traditional')
    throw new AppError(
      'FORBIDDEN',
      'Microsoft users manage their second factor through Microsoft 365',
    )
  return found.sealedSecret !== null
}

const startAgain = () =>
  new AppError(
    'CONFLICT',
    `The setup was not finished within ${SECOND_FACTOR.enrollMinutes} minutes. Start again.`,
  )

const WRONG_CODE =
  'This code is wrong. Make sure that the clock of your device is set automatically, and enter the next one.'

/** Takes a recovery code, so that it works once. */
async function isRecoveryCode(
  scoped: SecondFactorRepo,
  { userId, code, now }: { userId: UserId; code: string; now: Date },
): Promise<boolean> {
  if (!mayBeRecoveryCode(code)) return false
  const hashes = [await recoveryCodeHash(userId, code), earlierRecoveryCodeHash(code)]
  return scoped.takeRecoveryCode(userId, hashes, now)
}
