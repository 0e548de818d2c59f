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
import type { User, UsersService } from '../users/users.service.ts'
import { landingOf, tenantIn } from './auth.rules.ts'
import type { TenantState } from './auth.rules.ts'
import type { IdentityClaims, MicrosoftClient } from './microsoft-client.ts'
import type { MicrosoftConnection } from './microsoft-connection.ts'
import { createMicrosoftRoles } from './microsoft-roles.service.ts'
import {
  describeFailure,
  failureOf,
  refusalFor,
  STALENESS_REASONS,
  staleness,
} from './microsoft-sign-in.rules.ts'
import type { SessionsService, StartedSession } from './sessions.service.ts'
import type { SignInFlow, createSignInFlows } from './sign-in-flow.ts'
import type { SignInLimitsService } from './sign-in-limits.service.ts'

export type MicrosoftSignInService = ReturnType<typeof createMicrosoftSignInService>
export type { TenantState }

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
  /** The state of a tenant for this user; 'unknown' for one that the user may not see. */
  tenantStateFor: (actor: Actor, tenantId: TenantId) => Promise<TenantState>
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
  | {
      readonly kind: 'refused'
      readonly location: string
      /** Microsoft's text, if it refused the sign-in. */
      readonly description: string | null
    }

interface Refused {
  readonly refusal: SignInRefusal
  readonly reason: string
  /** Microsoft's text; null when Tenantscope refused. */
  readonly description: string | null
  readonly email: string | null
  /** Known when the user has an account. */
  readonly userId: number | null
}

interface Admitted {
  readonly user: User
  readonly claims: IdentityClaims
  /** The version of the connection that was used. */
  readonly version: number
  /** The note on the user's role for the trail; null for none. */
  readonly note: string | null
}

type Verdict = Admitted | Refused

/** Signs users in with Microsoft: code, PKCE, state and nonce (decisions.md, Sign-in and sessions). */
export function createMicrosoftSignInService(deps: MicrosoftSignInDeps) {
  const { microsoft, client, flows, sessions, users, auditLog, limits } = deps

  async function refuse(verdict: Refused, source: Answer['source']): Promise<Outcome> {
    await recordRefusal(deps, verdict, source)
    const { refusal, description } = verdict
    return { kind: 'refused', location: refusalPage(refusal), description }
  }

  /** Returns null when the user was disabled in the meantime: asking Microsoft for roles takes seconds. */
  const startSession = (
    { id }: User,
    how: Pick<Answer, 'source' | 'replaced'> & { authenticatedAt: Date | null },
  ): Promise<StartedSession | null> =>
    users.changePerson(id, async ({ isDisabled }, { within }) =>
      isDisabled ? null : sessions.start(id, how, within),
    )

  return {
    async isOffered(): Promise<boolean> {
      return (await registration(microsoft)) !== null
    },

    /** Returns the address for the browser and the flow cookie; no cookie when the sign-in cannot start. */
    async begin(given: {
      returnTo: string | undefined
      /** For actions that require a fresh sign-in: Microsoft asks for the password again. */
      isFresh: boolean
    }): Promise<{ location: string; flowCookie: string | null }> {
      const registered = await registration(microsoft)
      if (!registered) return { location: refusalPage('not_configured'), flowCookie: null }
      const { flow, cookie } = flows.begin({
        returnTo: checkedReturnTo(given.returnTo),
        isFresh: given.isFresh,
      })
      try {
        const url = await client.authorizationUrl(registered, flow)
        return { location: url.href, flowCookie: cookie }
      } catch (error) {
        deps.logger.warn({ err: error }, 'Microsoft is unreachable for sign-in')
        return { location: refusalPage('failed'), flowCookie: null }
      }
    },

    /** Completes the sign-in with Microsoft's reply. */
    async finish(answer: Answer): Promise<Outcome> {
      const { source, replaced } = answer
      const flow = flows.resume(answer.flowCookie)
      if (!flow) {
        // Such replies can be sent anonymously and without limit, so they are logged but not
        // recorded.
        const { ipAddress } = source
        deps.logger.info({ ipAddress }, 'Microsoft sign-in without a valid flow cookie, or expired')
        return refusedBeforehand('expired')
      }
      if (!(await limits.mayUseFlow(flow.state))) return refusedBeforehand('expired')
      const attempt = await limits.beginCodeExchange(source.ipAddress)
      if (attempt === null) return refusedBeforehand('too_many_attempts')
      const verdict = await judge(deps, flow, answer)
      if ('refusal' in verdict) {
        // Only a code causes a request to Microsoft.
        if (!answer.parameters.has('code')) await attempt.forget()
        return refuse(verdict, source)
      }
      await attempt.forget()
      const { user, claims, version, note } = verdict
      await microsoft.recordSignIn(version)
      const { authenticatedAt } = claims
      const session = await startSession(user, { source, replaced, authenticatedAt })
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

const refusedBeforehand = (refusal: SignInRefusal): Outcome => ({
  kind: 'refused',
  location: refusalPage(refusal),
  description: null,
})

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
      'Microsoft sign-in refused; not recorded again for this address',
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
      deps.logger.warn({ err: error }, 'Microsoft sign-in refused')
      const refusal = refusalFor(failure)
      const description = refusal === 'cancelled' ? null : failure.description
      return { ...refused(refusal, describeFailure(failure)), description }
    })
  if ('refusal' in claims) return claims
  const { tenantId, objectId, email } = claims
  if (tenantId !== registered.tenantId)
    return refused('other_directory', 'the account belongs to a different directory', email)
  if (objectId === null) return refused('failed', 'the token does not identify the user', email)
  const stale = staleness(flow, claims.authenticatedAt, deps.clock.now())
  if (stale !== null) return refused(stale, STALENESS_REASONS[stale], email)
  const roles = createMicrosoftRoles(deps)
  const found = await deps.users.findByMicrosoftId(tenantId, objectId)
  if (found?.isDisabled) return disabled(found, email)
  const person = { ...claims, tenantId, objectId }
  const welcomed = found
    ? await roles.sync(found, person, source)
    : await roles.import(person, source)
  if (!welcomed) return refused('no_account', 'the user has no account', email)
  return { ...welcomed, claims, version: registered.version }
}

const refused = (refusal: SignInRefusal, reason: string, email: string | null = null): Refused => ({
  refusal,
  reason,
  description: null,
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
    stateOf(deps, session, askedFor === null ? null : tenantIn(askedFor)),
  ])
  const isAdmin = user.role === 'admin'
  return landingOf({ askedFor, hasAnyTenant, defaultView, isAdmin, tenant })
}

async function stateOf(
  { sessions, clock, tenantStateFor }: MicrosoftSignInDeps,
  { cookie }: StartedSession,
  tenantId: TenantId | null,
): Promise<TenantState> {
  if (tenantId === null) return 'unknown'
  const actor = await sessions.resolveActor(cookie, { isBackground: true, now: clock.now() })
  return actor ? tenantStateFor(actor, tenantId) : 'unknown'
}
