import { changePassword } from '@tenantscope/contract/account'
import {
  finishMicrosoftSignIn,
  getCurrentUser,
  getSignInOptions,
  signInLocally,
  signOut,
  startMicrosoftSignIn,
} from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  removeSecondFactor,
} from '@tenantscope/contract/own-account'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import { AppError } from '../../lib/app-error.ts'
import type { RefusalNotes } from '../../lib/refusal-note.ts'
import type { User, UsersService } from '../users/users.service.ts'
import type { LocalSignInService } from './local-sign-in.service.ts'
import { signInRefusalTextOf } from './microsoft-sign-in.rules.ts'
import type { MicrosoftSignInService } from './microsoft-sign-in.service.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'
import type { SecondFactorRemoval } from './second-factor-removal.service.ts'
import type { SessionsService } from './sessions.service.ts'

export interface AuthRoutesDeps {
  users: UsersService
  sessions: SessionsService
  localSignIn: LocalSignInService
  microsoftSignIn: MicrosoftSignInService
  isMicrosoftSimulated: boolean
  refusalNotes: RefusalNotes
}

export function mountAuth(server: HttpServer, deps: AuthRoutesDeps): void {
  const { users, sessions, localSignIn } = deps
  mountMicrosoftSignIn(server, deps)

  mount(server, getSignInOptions, async ({ cookies }) => ({
    microsoft: await deps.microsoftSignIn.isOffered(),
    local: await localSignIn.isOpen(),
    simulatedMicrosoft: deps.isMicrosoftSimulated,
    refusal: signInRefusalTextOf(deps.refusalNotes.open('sign-in', cookies.microsoftRefusal)),
  }))

  mount(server, signInLocally, async ({ body, actor, caller, cookies, signal }) => {
    const replaced = actor?.sessionId ?? null
    const { user, session, mustSetUpSecondFactor } = await localSignIn.signIn({
      ...body,
      source: caller,
      signal,
      replaced,
    })
    cookies.setSession(session.cookie)
    return { user: presentCurrentUser(user, mustSetUpSecondFactor) }
  })

  mount(server, signOut, async ({ body, actor, cookies }) => {
    if (body?.reason === 'tab-closed') {
      // The cookie is kept: a reload or another tab reverts this within the grace period.
      if (actor) await sessions.endSoon(actor.sessionId)
      return { message: 'The session will end soon' }
    }
    if (actor) await sessions.end(actor.sessionId)
    cookies.setSession(null)
    return { message: 'Signed out' }
  })

  mount(server, getCurrentUser, async ({ actor }) => {
    const user = await users.find(actor.userId)
    if (!user) throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
    return { user: presentCurrentUser(user, actor.mustSetUpSecondFactor) }
  })

  mount(server, changePassword, async ({ body, actor, caller, cookies, signal }) => {
    const session = await localSignIn.changePassword(actor, body, { source: caller, signal })
    cookies.setSession(session.cookie)
    return { message: 'Password changed' }
  })
}

function mountMicrosoftSignIn(
  server: HttpServer,
  { microsoftSignIn, refusalNotes }: AuthRoutesDeps,
): void {
  mount(server, startMicrosoftSignIn, async ({ query, cookies }) => {
    const { location, flowCookie } = await microsoftSignIn.begin({
      returnTo: query.returnTo,
      isFresh: query.fresh === '1',
    })
    cookies.setSignInFlow(flowCookie)
    cookies.setMicrosoftRefusal(null)
    return { location }
  })

  mount(server, finishMicrosoftSignIn, async ({ query, actor, caller, cookies }) => {
    // A flow is valid for one reply only.
    cookies.setSignInFlow(null)
    const outcome = await microsoftSignIn.finish({
      parameters: parametersOf(query),
      flowCookie: cookies.signInFlow,
      replaced: actor?.sessionId ?? null,
      source: caller,
    })
    if (outcome.kind === 'signed in') cookies.setSession(outcome.session.cookie)
    else cookies.setMicrosoftRefusal(refusalNotes.seal('sign-in', outcome.description))
    return { location: outcome.location }
  })
}

/** Keeps repeated parameters, so that the checks of the reply refuse them. */
function parametersOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value]
        .flat()
        .flatMap((each) => (typeof each === 'string' ? [[name, each] as [string, string]] : [])),
    ),
  )
}

/** Returns the fields of an account that its own user may read. */
const presentCurrentUser = (user: User, mustSetUpSecondFactor: boolean): CurrentUser => ({
  id: user.id,
  username: user.username,
  displayName: user.displayName,
  email: user.email,
  authMethod: user.authMethod,
  role: user.role,
  isAdmin: user.role === 'admin',
  adminRoles: [...user.adminRoles],
  lastMicrosoftLogin: user.lastMicrosoftLogin?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
  mustResetPassword: user.mustResetPassword,
  mustSetUpSecondFactor,
})

/** Mounts the calls for the user's own sessions and second factor. */
export function mountOwnAccount(
  server: HttpServer,
  deps: { ownSessions: OwnSessionsService; secondFactorRemoval: SecondFactorRemoval },
): void {
  const { ownSessions, secondFactorRemoval } = deps
  mount(server, listOwnSessions, async ({ actor }) => ({ sessions: await ownSessions.list(actor) }))

  mount(server, endOtherSessions, async ({ actor, caller }) => ({
    ended: await ownSessions.endOthers(actor, caller),
  }))

  mount(server, endOwnSession, async ({ actor, caller, params }) => {
    await ownSessions.end(actor, params.sessionId, caller)
    return { message: 'The session was ended' }
  })

  mount(server, removeSecondFactor, async ({ actor, body, caller, signal }) => {
    await secondFactorRemoval.remove(actor, body, { source: caller, signal })
    return { message: 'Second factor removed' }
  })
}
