import type { UserId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { storedText } from '../../lib/stored-text.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { FirstAdministrator } from '../users/first-administrator.service.ts'
import type { Passwords } from '../users/passwords.service.ts'
import type { User } from '../users/users.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { localSignInOf } from './auth.rules.ts'
import type { MicrosoftConnection } from './microsoft-connection.ts'
import { maySignIn } from './sessions.rules.ts'
import type { SessionsService, StartedSession } from './sessions.service.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type LocalSignInService = ReturnType<typeof createLocalSignInService>

interface SignInRequest {
  readonly username: string
  readonly password: string
  readonly source: { readonly ipAddress: string; readonly userAgent: string | null }
  readonly signal: AbortSignal
  /** The session of the cookie that came along. */
  readonly replaced: string | null
}

interface LocalSignInDeps {
  users: UsersService
  passwords: Passwords
  sessions: SessionsService
  limits: SignInLimitsService
  settings: SettingsService
  auditLog: AuditLogService
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
  async function check(username: string, request: SignInRequest) {
    const { password, source, replaced } = request
    const found = await users.findByName(username)
    const isRight = await passwords.isRight(password, found?.passwordHash)
    if (!isRight || !found || !mayUsePassword(found.user)) return null
    const { user } = found
    const session = await users.whilePasswordIs(found, (within) =>
      sessions.start(user.id, { source, replaced }, within),
    )
    return session && { user, session }
  }

  async function recordRefusal(
    { source }: SignInRequest,
    { email, errorMessage }: { email: string; errorMessage: string },
  ): Promise<void> {
    const refused = { isSuccess: false, userId: null, sessionId: null } as const
    await auditLog.signIn({ method: 'local', email, source, ...refused, errorMessage })
  }

  return {
    isOpen: async (): Promise<boolean> => (await standing()) !== 'closed',

    async signIn(request: SignInRequest): Promise<{ user: User; session: StartedSession }> {
      const { source, signal } = request
      const { ipAddress } = source
      const username = storedText(request.username)
      const record = (errorMessage: string) =>
        recordRefusal(request, { email: username, errorMessage })
      const open = await standing()
      if (open === 'closed') {
        if (await limits.mayRecord('local switched off', ipAddress))
          await record('local sign-in is switched off')
        throw localSignInOff()
      }
      if (open === 'opened by itself')
        deps.logger.warn(
          'local sign-in is switched off, but open because no sign-in with Microsoft has worked for a day',
        )
      const onHeldBack = async () => {
        if (await limits.mayRecord('local held back', ipAddress))
          await record('too many failed sign-ins')
      }
      const attempt = { username, ipAddress, signal, onHeldBack }
      const signedIn = await limits.attempt(attempt, () => check(username, request))
      if (!signedIn) {
        await record('wrong user name or password')
        throw wrongCredentials()
      }
      const { user, session } = signedIn
      await auditLog.signIn({
        method: 'local',
        isSuccess: true,
        email: user.email ?? user.username,
        userId: user.id,
        sessionId: session.sessionId,
        errorMessage: null,
        source,
      })
      deps.firstAdministrator.signedIn(user.username)
      return signedIn
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
      return users.changeOwnPassword(change, (within) => sessions.keepOnly(actor, within))
    },
  }
}

const mayUsePassword = (user: User): boolean =>
  user.authMethod === 'local' && maySignIn({ ...user, authMethod: 'traditional' })

const localSignInOff = () =>
  new AppError('LOCAL_SIGN_IN_OFF', 'Local sign-in is switched off. Please sign in with Microsoft.')

const wrongCredentials = () =>
  new AppError('WRONG_CREDENTIALS', 'The user name or the password is wrong')

async function refuseMicrosoftPeople(users: UsersService, userId: UserId): Promise<void> {
  const user = await users.find(userId)
  if (user?.authMethod !== 'local')
    throw new AppError('FORBIDDEN', 'Microsoft users manage passwords through Microsoft 365')
}

const badField = (name: string, message: string) =>
  new AppError('BAD_REQUEST', message, { fields: [{ field: `body.${name}`, message }] })
