import type { UserId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import type { Actor } from '../../lib/actor.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { AuditLogService, SignInEntry } from '../audit-log/audit-log.service.ts'
import type {
  SecondFactorProof,
  SecondFactorService,
} from '../second-factor/second-factor.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { FirstAdministrator } from '../users/first-administrator.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { User, UsersService } from '../users/users.service.ts'
import { codesLockedEntry, localSignInOf, WRONG_CODE } from './auth.rules.ts'
import type { MicrosoftConnection } from './microsoft-connection.ts'
import { maySignIn } from './sessions.rules.ts'
import type { SessionsService, StartedSession } from './sessions.service.ts'
import type { CodeLock } from './sign-in-limits.rules.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type LocalSignInService = ReturnType<typeof createLocalSignInService>

interface SignInRequest {
  readonly username: string
  readonly password: string
  /** The code of the second factor. */
  readonly code?: string | undefined
  readonly source: { readonly ipAddress: string; readonly userAgent: string | null }
  readonly signal: AbortSignal
  /** The session of the cookie that was sent. */
  readonly replaced: string | null
}

interface SignedIn {
  readonly user: User
  readonly session: StartedSession
  readonly mustSetUpSecondFactor: boolean
}

/** The result of the checks so far. */
type Checked =
  /** `userId` is for the trail only. */
  | { readonly kind: 'wrong credentials'; readonly userId: UserId | null }
  | { readonly kind: 'code missing' }
  | { readonly kind: 'wrong code'; readonly user: User }
  | {
      readonly kind: 'signed in'
      readonly user: User
      readonly session: StartedSession
      readonly proof: RightProof
    }
type RightProof = Exclude<SecondFactorProof, 'missing' | 'wrong'>

/** Signs administrators in without Microsoft, as a fallback (decisions.md, Sign-in and sessions). */
export function createLocalSignInService(deps: {
  users: UsersService
  passwords: Passwords
  sessions: SessionsService
  limits: SignInLimitsService
  settings: SettingsService
  auditLog: AuditLogService
  secondFactor: Pick<SecondFactorService, 'prove'>
  firstAdministrator: FirstAdministrator
  microsoft: MicrosoftConnection
  clock: Clock
  logger: Logger
}) {
  const { users, passwords, sessions, limits, auditLog } = deps

  async function localSignInState() {
    const [{ localAuthFallback }, connection] = await Promise.all([
      deps.settings.read(),
      deps.microsoft.current(),
    ])
    return localSignInOf({ localAuthFallback, connection, now: deps.clock.now() })
  }

  /** Returns the same refusal for a wrong password and for a right one of a user who may not sign in here. */
  async function check(username: string, request: SignInRequest): Promise<Checked> {
    const { password, code, source, replaced } = request
    const found = await users.findByName(username)
    const isRight = await passwords.isRight(password, found?.passwordHash)
    const wrong = { kind: 'wrong credentials', userId: found?.user.id ?? null } as const
    if (!isRight || !found || !mayUsePassword(found.user)) return wrong
    const checkCode = () =>
      users.whilePasswordIs(found, async (within, user): Promise<Checked> => {
        // The user may be disabled or demoted while the password is checked.
        if (!mayUsePassword(user)) return wrong
        const proof = await deps.secondFactor.prove(user.id, code, within)
        if (proof === 'missing') return { kind: 'code missing' }
        if (proof === 'wrong') return { kind: 'wrong code', user }
        const session = await sessions.start(
          user.id,
          { source, replaced, authenticatedAt: deps.clock.now() },
          within,
        )
        return { kind: 'signed in', user, session, proof }
      })
    const { id: userId } = found.user
    const onHeldBack = () =>
      recordRefusal(request, { email: username, userId, errorMessage: 'too many wrong codes' })
    const onLocked = (lock: CodeLock) =>
      auditLog.change(codesLockedEntry({ name: found.user.username, userId }, lock, source))
    const checked = await limits.attemptCode(
      { userId, code, onHeldBack, onLocked },
      checkCode,
      (result) => (result === null ? 'undecided' : codeVerdictOf(result)),
    )
    return checked ?? wrong
  }

  async function recordRefusal(
    { source }: SignInRequest,
    refusal: { email: string; userId: UserId | null; errorMessage: string },
  ): Promise<void> {
    const refused = { isSuccess: false, sessionId: null } as const
    await auditLog.signIn({ method: 'local', source, ...refused, ...refusal })
  }

  return {
    isOpen: async (): Promise<boolean> => (await localSignInState()) !== 'closed',

    async signIn(request: SignInRequest): Promise<SignedIn> {
      const { source, signal } = request
      const { ipAddress } = source
      const username = storedText(request.username)
      const record = (errorMessage: string, userId: UserId | null) =>
        recordRefusal(request, { email: username, userId, errorMessage })
      /** The account was not looked up: the trail records the given name, the error does not. */
      const recordUnchecked = async (errorMessage: string) =>
        record(errorMessage, (await users.findByName(username))?.user.id ?? null)
      const open = await localSignInState()
      if (open === 'closed') {
        if (await limits.mayRecord('local switched off', ipAddress))
          await recordUnchecked('local sign-in is switched off')
        throw new AppError('LOCAL_SIGN_IN_OFF', SIGN_IN_OFF)
      }
      if (open === 'opened by itself')
        deps.logger.warn(
          'local sign-in is switched off but allowed: no Microsoft sign-in succeeded for a day',
        )
      const onHeldBack = async () => {
        if (await limits.mayRecord('local held back', ipAddress))
          await recordUnchecked('too many failed sign-ins')
      }
      const attempt = { username, ipAddress, signal, onHeldBack }
      const checked = await limits.attempt(attempt, () => check(username, request), verdictOf)
      if (checked.kind === 'wrong credentials') {
        await record('wrong user name or password', checked.userId)
        throw new AppError('WRONG_CREDENTIALS', 'The user name or the password is wrong')
      }
      if (checked.kind === 'code missing')
        throw new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code of your authenticator app')
      if (checked.kind === 'wrong code') {
        await record('wrong second factor', checked.user.id)
        // The same error for a code that was used, so that it reveals nothing.
        throw fieldError('body.code', WRONG_CODE, 'WRONG_CREDENTIALS')
      }
      const { user, session, proof } = checked
      await auditLog.signIn({
        method: METHODS[proof],
        isSuccess: true,
        email: user.email ?? user.username,
        userId: user.id,
        sessionId: session.sessionId,
        errorMessage: null,
        source,
      })
      deps.firstAdministrator.signedIn(user.username)
      const { secondFactorRequired } = await deps.settings.read()
      const mustSetUpSecondFactor = secondFactorRequired && proof === 'not enrolled'
      return { user, session, mustSetUpSecondFactor }
    },

    /** Changes the user's own password; this session continues under a new id, the others end. */
    async changePassword(
      actor: Actor,
      given: { currentPassword: string; newPassword: string },
      request: Pick<SignInRequest, 'source' | 'signal'>,
    ): Promise<StartedSession> {
      const { currentPassword, newPassword } = given
      await refuseMicrosoftPeople(users, actor.userId)
      const { username } = actor
      const { source, signal } = request
      const attempt = { username, signal, ipAddress: source.ipAddress }
      const replaces = await limits.attempt(attempt, async () => {
        const hash = await users.passwordHashOf(actor.userId)
        return (await passwords.isRight(currentPassword, hash)) && hash !== undefined ? hash : null
      })
      if (replaces === null)
        throw fieldError('body.currentPassword', 'Current password is incorrect')
      const refusal =
        newPassword === currentPassword
          ? 'New password must differ from the current one'
          : await passwords.refusalOf(newPassword, await users.find(actor.userId))
      if (refusal !== undefined) throw fieldError('body.newPassword', refusal)
      const by = { actor: { name: username, userId: actor.userId }, source }
      const change = { id: actor.userId, password: newPassword, replaces, by }
      const session = await users.changeOwnPassword(change, (within) =>
        sessions.keepOnly(actor, within),
      )
      // Unlocks codes: an attacker who tried codes no longer knows the password.
      await limits.clearCodes(actor.userId)
      return session
    },
  }
}

const mayUsePassword = (user: User): boolean =>
  user.authMethod === 'local' && maySignIn({ ...user, authMethod: 'traditional' })

/** A user who still has to enter the code has neither failed nor succeeded. */
const verdictOf = ({ kind }: Checked) => {
  if (kind === 'signed in') return 'passed'
  return kind === 'code missing' ? 'undecided' : 'failed'
}

/** The same for the code only: without the right password no code was tried. */
const codeVerdictOf = ({ kind }: Checked) => {
  if (kind === 'signed in') return 'passed'
  return kind === 'wrong code' ? 'failed' : 'undecided'
}

/** The names of the methods in the sign-in trail. */
const METHODS = {
  'not enrolled': 'local',
  code: 'local with code',
  'recovery code': 'local with recovery code',
} as const satisfies Record<RightProof, SignInEntry['method']>

const SIGN_IN_OFF = 'Local sign-in is switched off. Please sign in with Microsoft.'

async function refuseMicrosoftPeople(users: UsersService, userId: UserId): Promise<void> {
  const user = await users.find(userId)
  if (user?.authMethod !== 'local')
    throw new AppError('FORBIDDEN', 'Microsoft users manage passwords through Microsoft 365')
}
