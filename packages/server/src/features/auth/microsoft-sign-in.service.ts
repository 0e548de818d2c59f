import type { SignInRefusal } from '@tenantscope/contract/auth'
import type { TenantId } from '@tenantscope/contract/ids'
import { checkedReturnTo } from '@tenantscope/contract/return-to'
import type { Logger } from 'pino'

import type { Actor } from '../../lib/actor.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { PreferencesService } from '../preferences/preferences.service.ts'
import type { RoleDecisionService } from '../role-mappings/role-decision.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { RoleSyncService } from '../users/role-sync.service.ts'
import type { User } from '../users/users.service.ts'
import type { UsersService } from '../users/users.service.ts'
import { landingOf, tenantIn } from './auth.rules.ts'
import type { TenantStanding } from './auth.rules.ts'
import type { IdentityClaims, MicrosoftClient } from './microsoft-client.ts'
import type { MicrosoftConnection } from './microsoft-connection.ts'
import { createMicrosoftRoles } from './microsoft-roles.service.ts'
import { describeFailure, failureOf, refusalFor } from './microsoft-sign-in.rules.ts'
import type { SessionsService, StartedSession } from './sessions.service.ts'
import type { SignInFlow, createSignInFlows } from './sign-in-flow.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type MicrosoftSignInService = ReturnType<typeof createMicrosoftSignInService>
export type { TenantStanding }

export interface MicrosoftSignInDeps {
  microsoft: MicrosoftConnection
  client: MicrosoftClient
  flows: ReturnType<typeof createSignInFlows>
  sessions: SessionsService
  limits: SignInLimitsService
  users: UsersService
  settings: SettingsService
  roleDecisions: RoleDecisionService
  roleSync: RoleSyncService
  preferences: PreferencesService
  auditLog: AuditLogService
  /** How a tenant stands for this person; 'unknown' for one that the person may not see. */
  tenantStandingFor: (actor: Actor, tenantId: TenantId) => Promise<TenantStanding>
  clock: Clock
  logger: Logger
}

interface Answer {
  readonly parameters: URLSearchParams
  readonly flowCookie: string | null
  readonly replaced: string | null
  readonly source: { readonly ipAddress: string; readonly userAgent: string | null }
}

type Outcome =
  | { readonly kind: 'signed in'; readonly session: StartedSession; readonly location: string }
  | { readonly kind: 'refused'; readonly location: string }

interface Refused {
  readonly refusal: SignInRefusal
  readonly reason: string
  readonly email: string | null
  /** Known when the person has an account. */
  readonly userId: number | null
}

interface Admitted {
  readonly user: User
  readonly claims: IdentityClaims
  /** Of the connection that let the person in. */
  readonly version: number
  /** What the trail is to say of the person's role; null: nothing. */
  readonly note: string | null
}

type Verdict = Admitted | Refused

/** Sign-in with Microsoft: code, PKCE, state and nonce (decisions.md, Sign-in and sessions). */
export function createMicrosoftSignInService(deps: MicrosoftSignInDeps) {
  const { microsoft, client, flows, sessions, users, auditLog } = deps

  async function refuse(verdict: Refused, source: Answer['source']): Promise<Outcome> {
    await recordRefusal(deps, verdict, source)
    return { kind: 'refused', location: refusalPage(verdict.refusal) }
  }

  /** Null for who was disabled since they were judged: asking Microsoft for roles takes seconds. */
  const startSession = (
    { id }: User,
    how: Pick<Answer, 'source' | 'replaced'>,
  ): Promise<StartedSession | null> =>
    users.changePerson(id, async ({ isDisabled }, { within }) =>
      isDisabled ? null : sessions.start(id, how, within),
    )

  return {
    async isOffered(): Promise<boolean> {
      return (await registration(microsoft)) !== null
    },

    /** Where to send the browser, and the cookie that finishes the sign-in; no cookie when it cannot begin. */
    async begin({
      returnTo,
      isFresh,
    }: {
      returnTo: string | undefined
      /** For acts that need a fresh sign-in: Microsoft asks for the password again. */
      isFresh: boolean
    }): Promise<{ location: string; flowCookie: string | null }> {
      const registered = await registration(microsoft)
      if (!registered) return { location: refusalPage('not_configured'), flowCookie: null }
      const { flow, cookie } = flows.begin(checkedReturnTo(returnTo))
      try {
        const url = await client.authorizationUrl(registered, flow, { isFresh })
        return { location: url.href, flowCookie: cookie }
      } catch (error) {
        deps.logger.warn({ err: error }, 'Microsoft cannot be reached for a sign-in')
        return { location: refusalPage('failed'), flowCookie: null }
      }
    },

    /** Ends the sign-in that Microsoft answered. */
    async finish(answer: Answer): Promise<Outcome> {
      const { source, replaced } = answer
      const flow = flows.resume(answer.flowCookie)
      if (!flow) {
        // Anybody can send such an answer as often as they like: the log may have it, the trail not.
        const { ipAddress } = source
        deps.logger.info(
          { ipAddress },
          'a Microsoft sign-in was not begun in this browser, or too long ago',
        )
        return { kind: 'refused', location: refusalPage('expired') }
      }
      const verdict = await judge(deps, flow, answer)
      if ('refusal' in verdict) return refuse(verdict, source)
      const { user, claims, version, note } = verdict
      await microsoft.recordSignIn(version)
      const session = await startSession(user, { source, replaced })
      if (session === null) return refuse(disabled(user, claims.email), source)
      await users.recordMicrosoftSignIn(user.id, claims)
      await auditLog.signIn({
        method: 'microsoft',
        isSuccess: true,
        email: claims.email ?? user.username,
        userId: user.id,
        sessionId: session.sessionId,
        errorMessage: note,
        source,
      })
      return {
        kind: 'signed in',
        session,
        location: await landingFor(deps, { user, session, flow }),
      }
    },
  }
}

const refusalPage = (refusal: SignInRefusal): string => `/login?error=${refusal}`

async function registration(microsoft: MicrosoftConnection) {
  const connection = await microsoft.current()
  if (!connection || connection.credential === null) return null
  const { credential, clientId, tenantId, cloud, version } = connection
  return { credential, clientId, cloud, version, tenantId: tenantId.toLowerCase() }
}

async function recordRefusal(
  { auditLog, limits, logger }: MicrosoftSignInDeps,
  { email, userId, reason }: Refused,
  source: Answer['source'],
): Promise<void> {
  if (!(await limits.mayRecord('microsoft refused', source.ipAddress))) {
    const { ipAddress } = source
    logger.warn(
      { ipAddress, reason },
      'a Microsoft sign-in was refused; the address has enough rows in the trail',
    )
    return
  }
  await auditLog.signIn({
    method: 'microsoft',
    isSuccess: false,
    email: email ?? 'unknown',
    userId,
    sessionId: null,
    errorMessage: reason,
    source,
  })
}

async function judge(
  deps: MicrosoftSignInDeps,
  flow: SignInFlow,
  { parameters, source }: Answer,
): Promise<Verdict> {
  const registered = await registration(deps.microsoft)
  if (!registered) return refused('not_configured', 'no Microsoft connection is stored')
  const claims = await deps.client
    .claimsOf(registered, flow, parameters)
    .catch((error: unknown) => {
      const failure = failureOf(error)
      deps.logger.warn({ err: error }, 'a Microsoft sign-in was refused')
      return refused(refusalFor(failure), describeFailure(failure))
    })
  if ('refusal' in claims) return claims
  const { tenantId, objectId, email } = claims
  if (tenantId !== registered.tenantId)
    return refused('other_directory', 'the account belongs to another directory', email)
  if (objectId === null) return refused('failed', 'the token does not name the person', email)
  const roles = createMicrosoftRoles(deps)
  const found = await deps.users.findByMicrosoftId(tenantId, objectId)
  if (found?.isDisabled) return disabled(found, email)
  const person = { ...claims, tenantId, objectId }
  const welcomed = found
    ? await roles.sync(found, person, source)
    : await roles.import(person, source)
  if (!welcomed) return refused('no_account', 'the person has no account', email)
  return { ...welcomed, claims, version: registered.version }
}

const refused = (refusal: SignInRefusal, reason: string, email: string | null = null): Refused => ({
  refusal,
  reason,
  email,
  userId: null,
})

const disabled = ({ id }: User, email: string | null): Refused => ({
  ...refused('disabled', 'the account is disabled', email),
  userId: id,
})

async function landingFor(
  deps: MicrosoftSignInDeps,
  { user, session, flow }: { user: User; session: StartedSession; flow: SignInFlow },
): Promise<string> {
  const askedFor = flow.returnTo
  const [hasAnyTenant, { defaultView }, tenant] = await Promise.all([
    deps.users.hasAnyTenant(user),
    deps.preferences.of(user.id),
    standingOf(deps, session, askedFor === null ? null : tenantIn(askedFor)),
  ])
  const isAdmin = user.role === 'admin'
  return landingOf({ askedFor, hasAnyTenant, defaultView, isAdmin, tenant })
}

async function standingOf(
  { sessions, clock, tenantStandingFor }: MicrosoftSignInDeps,
  { cookie }: StartedSession,
  tenantId: TenantId | null,
): Promise<TenantStanding> {
  if (tenantId === null) return 'unknown'
  const actor = await sessions.resolveActor(cookie, { isBackground: true, now: clock.now() })
  return actor ? tenantStandingFor(actor, tenantId) : 'unknown'
}
