import { changePassword } from '@tenantscope/contract/account'
import {
  finishMicrosoftSignIn,
  getCurrentUser,
  getSignInOptions,
  signInLocally,
  signOut,
  startMicrosoftSignIn,
} from '@tenantscope/contract/auth'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UsersService } from '../users/users.service.ts'
import { presentCurrentUser } from './auth.presenters.ts'
import type { LocalSignInService } from './local-sign-in.service.ts'
import type { MicrosoftSignInService } from './microsoft-sign-in.service.ts'
import type { SessionsService } from './sessions.service.ts'

export interface AuthRoutesDeps {
  users: UsersService
  sessions: SessionsService
  localSignIn: LocalSignInService
  microsoftSignIn: MicrosoftSignInService
  isMicrosoftSimulated: boolean
}

export function mountAuth(server: HttpServer, deps: AuthRoutesDeps): void {
  const { users, sessions, localSignIn } = deps
  mountMicrosoftSignIn(server, deps)

  mount(server, getSignInOptions, async () => ({
    microsoft: await deps.microsoftSignIn.isOffered(),
    local: await localSignIn.isOpen(),
    simulatedMicrosoft: deps.isMicrosoftSimulated,
  }))

  mount(server, signInLocally, async ({ body, actor, caller, cookies, signal }) => {
    const replaced = actor?.sessionId ?? null
    const { user, session } = await localSignIn.signIn({
      ...body,
      source: caller,
      signal,
      replaced,
    })
    cookies.setSession(session.cookie)
    return { user: presentCurrentUser(user) }
  })

  mount(server, signOut, async ({ body, actor, cookies }) => {
    if (body?.reason === 'tab-closed') {
      // The cookie stays: a reload or another tab takes this back within the grace.
      if (actor) await sessions.endSoon(actor.sessionId)
      return { message: 'The session ends soon' }
    }
    if (actor) await sessions.end(actor.sessionId)
    cookies.setSession(null)
    return { message: 'Signed out' }
  })

  mount(server, getCurrentUser, async ({ actor }) => {
    const user = await users.find(actor.userId)
    if (!user) throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
    return { user: presentCurrentUser(user) }
  })

  mount(server, changePassword, async ({ body, actor, caller, cookies, signal }) => {
    const session = await localSignIn.changePassword(actor, body, { source: caller, signal })
    cookies.setSession(session.cookie)
    return { message: 'Password changed' }
  })
}

function mountMicrosoftSignIn(server: HttpServer, { microsoftSignIn }: AuthRoutesDeps): void {
  mount(server, startMicrosoftSignIn, async ({ query, cookies }) => {
    const { location, flowCookie } = await microsoftSignIn.begin({
      returnTo: query.returnTo,
      isFresh: query.fresh === '1',
    })
    cookies.setSignInFlow(flowCookie)
    return { location }
  })

  mount(server, finishMicrosoftSignIn, async ({ query, actor, caller, cookies }) => {
    // One flow, one answer.
    cookies.setSignInFlow(null)
    const outcome = await microsoftSignIn.finish({
      parameters: parametersOf(query),
      flowCookie: cookies.signInFlow,
      replaced: actor?.sessionId ?? null,
      source: caller,
    })
    if (outcome.kind === 'signed in') cookies.setSession(outcome.session.cookie)
    return { location: outcome.location }
  })
}

/** A parameter that comes twice stays twice, so that the checks of the answer see and refuse it. */
function parametersOf(query: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value]
        .flat()
        .flatMap((each) => (typeof each === 'string' ? [[name, each] as [string, string]] : [])),
    ),
  )
}
