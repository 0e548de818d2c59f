import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  removeSecondFactor,
} from '@tenantscope/contract/own-account'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { OwnSessionsService } from './own-sessions.service.ts'
import type { SecondFactorRemoval } from './second-factor-removal.service.ts'

/** One's own sessions, and the way back to a password alone. */
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
