import type { UserId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
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
import type { User } from '../users/users.service.ts'
import type { UsersService } from '../users/users.service.ts'
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
  /** Of the second factor. */
  readonly code?: string | undefined
  readonly source: { readonly ipAddress: string; readonly userAgent: string | null }
  readonly signal: AbortSignal
  /** The session of the cookie that came along. */
  readonly replaced: string | null
}

/** How far somebody got. */
type Checked =
  /** `userId` is for the trail alone. */
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

interface LocalSignInDeps {
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
}

/** Local sign-in: a fallback for administrators (decisions.md, Sign-in and sessions). */
export function createLocalSignInService(deps: LocalSignInDeps) {
  const { users, passwords, sessions, limits, auditLog } = deps

  async function standing() {
    const [{ localAuthFallback }, connection] = await Promise.all([
      deps.settings.read(),
      deps.microsoft.current(),
    ])
    return localSignInOf({ localAuthFallback, connection, now: deps.clock.now() })
  }

  /** A wrong password and a right one of somebody who may not sign in here are the same no. */
  async function check(username: string, request: SignInRequest): Promise<Checked> {
    const { password, code, source, replaced } = request
    const found = await users.findByName(username)
    const isRight = await passwords.isRight(password, found?.passwordHash)
    const wrong = { kind: 'wrong credentials', userId: found?.user.id ?? null } as const
    if (!isRight || !found || !mayUsePassword(found.user)) return wrong
    const checkCode = () =>
      users.whilePasswordIs(found, async (within, user): Promise<Checked> => {
        // Checking a password takes long enough to be disabled or demoted meanwhile.
        if (!mayUsePassword(user)) return wrong
        const proof = await deps.secondFactor.prove(user.id, code, within)
        if (proof === 'missing') return { kind: 'code missing' }
        if (proof === 'wrong') return { kind: 'wrong code', user }
        const session = await sessions.start(user.id, { source, replaced }, within)
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
    isOpen: async (): Promise<boolean> => (await standing()) !== 'closed',

    async signIn(request: SignInRequest): Promise<{ user: User; session: StartedSession }> {
      const { source, signal } = request
      const { ipAddress } = source
      const username = storedText(request.username)
      const record = (errorMessage: string, userId: UserId | null) =>
        recordRefusal(request, { email: username, userId, errorMessage })
      /** Nobody was looked for yet: the trail names whom it was about, the answer does not. */
      const recordUnchecked = async (errorMessage: string) =>
        record(errorMessage, (await users.findByName(username))?.user.id ?? null)
      const open = await standing()
      if (open === 'closed') {
        if (await limits.mayRecord('local switched off', ipAddress))
          await recordUnchecked('local sign-in is switched off')
        throw localSignInOff()
      }
      if (open === 'opened by itself')
        deps.logger.warn(
          'local sign-in is switched off, but open because no sign-in with Microsoft has worked for a day',
        )
      const onHeldBack = async () => {
        if (await limits.mayRecord('local held back', ipAddress))
          await recordUnchecked('too many failed sign-ins')
      }
      const attempt = { username, ipAddress, signal, onHeldBack }
      const checked = await limits.attempt(attempt, () => check(username, request), verdictOf)
      if (checked.kind === 'wrong credentials') {
        await record('wrong user name or password', checked.userId)
        throw wrongCredentials()
      }
      if (checked.kind === 'code missing') throw codeMissing()
      if (checked.kind === 'wrong code') {
        await record('wrong second factor', checked.user.id)
        throw wrongCode()
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
      return { user, session }
    },

    /** Changes one's own password; this session goes on under a new id, the others end. */
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
      if (replaces === null) throw badField('currentPassword', 'Current password is incorrect')
      const refusal =
        newPassword === currentPassword
          ? 'New password must differ from the current one'
          : await passwords.refusalOf(newPassword)
      if (refusal !== undefined) throw badField('newPassword', refusal)
      const by = { actor: { name: username, userId: actor.userId }, source }
      const change = { id: actor.userId, password: newPassword, replaces, by }
      const session = await users.changeOwnPassword(change, (within) =>
        sessions.keepOnly(actor, within),
      )
      // Whoever tried codes has lost the password to it.
      await limits.clearCodes(actor.userId)
      return session
    },
  }
}

const mayUsePassword = (user: User): boolean =>
  user.authMethod === 'local' && maySignIn({ ...user, authMethod: 'traditional' })

/** Who has yet to give the code has neither failed nor got in. */
const verdictOf = ({ kind }: Checked) => {
  if (kind === 'signed in') return 'passed'
  return kind === 'code missing' ? 'undecided' : 'failed'
}

/** The same of the code alone: who did not get as far as the code has tried none. */
const codeVerdictOf = ({ kind }: Checked) => {
  if (kind === 'signed in') return 'passed'
  return kind === 'wrong code' ? 'failed' : 'undecided'
}

/** As the trail of sign-ins names them. */
const METHODS = {
  'not enrolled': 'local',
  code: 'local with code',
  'recovery code': 'local with recovery code',
} as const satisfies Record<RightProof, SignInEntry['method']>

const localSignInOff = () =>
  new AppError('LOCAL_SIGN_IN_OFF', 'Local sign-in is switched off. Please sign in with Microsoft.')

const wrongCredentials = () =>
  new AppError('WRONG_CREDENTIALS', 'The user name or the password is wrong')

const codeMissing = () =>
  new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code of your authenticator app')

/** The same for a code that was used: whoever reads along learns nothing from it. */
const wrongCode = () =>
  new AppError('WRONG_CREDENTIALS', WRONG_CODE, {
    fields: [{ field: 'body.code', message: WRONG_CODE }],
  })

async function refuseMicrosoftPeople(users: UsersService, userId: UserId): Promise<void> {
  const user = await users.find(userId)
  if (user?.authMethod !== 'local')
    throw new AppError('FORBIDDEN', 'Microsoft users manage passwords through Microsoft 365')
}

const badField = (name: string, message: string) =>
  new AppError('BAD_REQUEST', message, { fields: [{ field: `body.${name}`, message }] })
