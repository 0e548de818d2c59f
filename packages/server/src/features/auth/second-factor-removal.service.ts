import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { SecondFactorService } from '../second-factor/second-factor.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { codesLockedEntry, WRONG_CODE } from './auth.rules.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type SecondFactorRemoval = ReturnType<typeof createSecondFactorRemoval>

interface Given {
  readonly currentPassword: string
  readonly code: string
}

interface Request {
  readonly source: AuditSource & { readonly ipAddress: string }
  readonly signal: AbortSignal
}

/** Taking the own second factor away asks for both once more, under the limits of signing in. */
export function createSecondFactorRemoval(deps: {
  users: UsersService
  passwords: Passwords
  limits: SignInLimitsService
  secondFactor: SecondFactorService
  auditLog: AuditLogService
}) {
  const { users, passwords, limits, secondFactor, auditLog } = deps

  /** What is wrong of what was given; 'none' once it is removed. */
  async function tryToRemove(actor: Actor, given: Given, source: AuditSource) {
    const found = await users.findByName(actor.username)
    const isRight = await passwords.isRight(given.currentPassword, found?.passwordHash)
    if (!isRight || !found) return 'currentPassword'
    const { userId } = actor
    const checkCode = () =>
      users.whilePasswordIs(found, async (within) => {
        const proof = await secondFactor.prove(userId, given.code, within)
        if (proof === 'wrong' || proof === 'missing') return 'code'
        await secondFactor.remove(actor, { source, within })
        return 'none'
      })
    const person = { name: actor.username, userId }
    const onLocked = (lock: CodeLock) => auditLog.change(codesLockedEntry(person, lock, source))
    const wrong = await limits.attemptCode(
      { userId, code: given.code, onLocked },
      checkCode,
      (result) => CODE_VERDICTS[result ?? 'currentPassword'],
    )
    return wrong ?? 'currentPassword'
  }

  return {
    async remove(actor: Actor, given: Given, { source, signal }: Request): Promise<void> {
      await secondFactor.requireEnrolled(actor.userId)
      const wrong = await limits.attempt(
        { username: actor.username, ipAddress: source.ipAddress, signal },
        () => tryToRemove(actor, given, source),
        (result) => (result === 'none' ? 'passed' : 'failed'),
      )
      if (wrong !== 'none') throw badField(wrong)
    },
  }
}

/** Of the code alone: without the right password none was tried. */
const CODE_VERDICTS = { none: 'passed', code: 'failed', currentPassword: 'undecided' } as const

const MESSAGES = { currentPassword: 'Current password is incorrect', code: WRONG_CODE }

function badField(name: keyof typeof MESSAGES): AppError {
  const message = MESSAGES[name]
  return new AppError('BAD_REQUEST', message, { fields: [{ field: `body.${name}`, message }] })
}
