import type { removeSecondFactor } from '@tenantscope/contract/own-account'
import type { z } from 'zod'

import type { Actor } from '../../lib/actor.ts'
import { fieldError } from '../../lib/app-error.ts'
import type { AuditLogService, AuditSource } from '../audit-log/audit-log.service.ts'
import type { SecondFactorService } from '../second-factor/second-factor.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { codesLockedEntry, WRONG_CODE } from './auth.rules.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type SecondFactorRemoval = ReturnType<typeof createSecondFactorRemoval>

type Given = z.output<typeof removeSecondFactor.body>

/** Removes the user's second factor after checking password and code, with the limits of sign-in. */
export function createSecondFactorRemoval(deps: {
  users: UsersService
  passwords: Passwords
  limits: SignInLimitsService
  secondFactor: SecondFactorService
  auditLog: AuditLogService
}) {
  const { users, passwords, limits, secondFactor, auditLog } = deps

  /** Returns what is wrong with the input, or 'none' after the removal. */
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
    async remove(
      actor: Actor,
      given: Given,
      { source, signal }: { source: AuditSource & { ipAddress: string }; signal: AbortSignal },
    ): Promise<void> {
      await secondFactor.requireEnrolled(actor.userId)
      const wrong = await limits.attempt(
        { username: actor.username, ipAddress: source.ipAddress, signal },
        () => tryToRemove(actor, given, source),
        (result) => (result === 'none' ? 'passed' : 'failed'),
      )
      if (wrong !== 'none') throw fieldError(`body.${wrong}`, MESSAGES[wrong])
    },
  }
}

/** For the code only: without the right password no code was tried. */
const CODE_VERDICTS = { none: 'passed', code: 'failed', currentPassword: 'undecided' } as const

const MESSAGES = { currentPassword: 'Current password is incorrect', code: WRONG_CODE }
