import type { UserId } from '@tenantscope/contract/ids'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import type { SecondFactor } from '@tenantscope/contract/own-account'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import { createSecondFactorRepo } from './second-factor.repo.ts'
import type { SecondFactorRepo } from './second-factor.repo.ts'
import {
  enrollmentOf,
  RECOVERY_CODE_BYTES,
  recoveryCodeHash,
  recoveryCodeOf,
  stepOf,
} from './second-factor.rules.ts'

export type SecondFactorService = ReturnType<typeof createSecondFactorService>

/** What a given code proves; 'not enrolled' asks for none. */
export type SecondFactorProof = 'not enrolled' | 'missing' | 'wrong' | 'code' | 'recovery code'

interface Person {
  readonly userId: UserId
  readonly username: string
}

const SECRET_BYTES = 20

/** Ties a sealed secret to its person, so that it opens for nobody else. */
const purposeOf = (userId: UserId): string => `users.totp-secret ${userId}`

/** The second factor of local accounts: an authenticator app (RFC 6238) and recovery codes. */
export function createSecondFactorService(deps: {
  db: Kysely<Database>
  sealer: Sealer
  auditLog: AuditLogService
  clock: Clock
  random: (bytes: number) => Buffer
  endOtherSessions: (actor: Actor, within: Kysely<Database>) => Promise<void>
}) {
  const { db, sealer, auditLog, clock, random } = deps
  const repo = createSecondFactorRepo(db)

  const opened = (sealed: string, userId: UserId): Buffer =>
    Buffer.from(sealer.open(sealed, purposeOf(userId)), 'base64url')

  /** The only time that they are known; the database holds their hashes. */
  async function makeRecoveryCodes(scoped: SecondFactorRepo, userId: UserId): Promise<string[]> {
    const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
      recoveryCodeOf(random(RECOVERY_CODE_BYTES)),
    )
    await scoped.replaceRecoveryCodes(userId, codes.map(recoveryCodeHash))
    return codes
  }

  function note(
    within: Kysely<Database>,
    action: string,
    by: { actor: Person; source: AuditSource },
  ) {
    const person = { name: by.actor.username, userId: by.actor.userId }
    const trail = { changedBy: person, target: person, source: by.source }
    return auditLog.change(
      { type: 'user', action, oldValue: null, newValue: null, ...trail },
      within,
    )
  }

  return {
    async standingOf(userId: UserId): Promise<SecondFactor> {
      const [found, recoveryCodesLeft] = await Promise.all([
        repo.read(userId),
        repo.countRecoveryCodes(userId),
      ])
      return {
        isAvailable: found?.authMethod === 'traditional',
        isEnrolled: typeof found?.sealedSecret === 'string',
        enrolledAt: found?.enrolledAt?.toISOString() ?? null,
        recoveryCodesLeft,
      }
    },

    /** Nothing counts before a code confirms it. */
    async start({ userId, username }: Person): Promise<{ secret: string; uri: string }> {
      await refuseEnrolled(repo, userId)
      const secret = random(SECRET_BYTES)
      const sealedSecret = sealer.seal(secret.toString('base64url'), purposeOf(userId))
      await repo.replaceEnrollment({ userId, sealedSecret, startedAt: clock.now() })
      return enrollmentOf(secret, username)
    },

    /**
     * The app shows right codes: from now on every sign-in asks for one. The person's other sessions
     * began without, so they end.
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
        if (step === null) throw wrongCode()
        await scoped.enroll(userId, { sealedSecret, at: now, step })
        await scoped.deleteEnrollments({ userId })
        await deps.endOtherSessions(actor, within)
        await note(within, 'second factor set up', { actor, source })
        return { recoveryCodes: await makeRecoveryCodes(scoped, userId) }
      })
    },

    renewRecoveryCodes(actor: Person, source: AuditSource): Promise<{ recoveryCodes: string[] }> {
      return db.transaction().execute(async (within) => {
        const scoped = createSecondFactorRepo(within)
        await refuseNotEnrolled(scoped, actor.userId)
        await note(within, 'recovery codes renewed', { actor, source })
        return { recoveryCodes: await makeRecoveryCodes(scoped, actor.userId) }
      })
    },

    /** What the person proves beside the password. A right code is taken by this, in `within`. */
    async prove(
      userId: UserId,
      code: string | undefined,
      within: Kysely<Database>,
    ): Promise<SecondFactorProof> {
      const scoped = createSecondFactorRepo(within)
      const sealed = (await scoped.read(userId))?.sealedSecret ?? null
      if (sealed === null) return 'not enrolled'
      if (code === undefined || code === '') return 'missing'
      const now = clock.now()
      const secret = opened(sealed, userId)
      const step = stepOf(code, secret, now)
      if (step === null) {
        const isTaken = await scoped.takeRecoveryCode(userId, recoveryCodeHash(code), now)
        return isTaken ? 'recovery code' : 'wrong'
      }
      // Sealed with the newest key from here on, so that the older ones can go.
      const resealed = sealer.isNewest(sealed)
        ? sealed
        : sealer.seal(secret.toString('base64url'), purposeOf(userId))
      return (await scoped.takeStep(userId, step, resealed)) ? 'code' : 'wrong'
    },

    requireEnrolled: (userId: UserId): Promise<void> => refuseNotEnrolled(repo, userId),

    /** `within` holds the proof, too. */
    async remove(
      actor: Actor,
      { source, within }: { source: AuditSource; within: Kysely<Database> },
    ): Promise<void> {
      await createSecondFactorRepo(within).remove(actor.userId)
      await note(within, 'second factor removed', { actor, source })
    },

    async sweep(): Promise<void> {
      await repo.deleteEnrollments({ startedBefore: enrollableSince(clock.now()) })
    },
  }
}

const WRONG_CODE =
  'This code is not right. Make sure that the clock of your device is set automatically, and enter the next one.'

const enrollableSince = (now: Date): Date =>
  new Date(now.getTime() - SECOND_FACTOR.enrollMinutes * 60_000)

async function refuseEnrolled(repo: SecondFactorRepo, userId: UserId): Promise<void> {
  if (await isEnrolled(repo, userId))
    throw new AppError('CONFLICT', 'A second factor is set up already. Remove it first.')
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

const wrongCode = () =>
  new AppError('BAD_REQUEST', WRONG_CODE, {
    fields: [{ field: 'body.code', message: WRONG_CODE }],
  })
