import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@tenantscope/contract/own-account'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { SecondFactorService } from './second-factor.service.ts'

/** Mounts the calls for the user's own second factor; its removal is in features/auth. */
export function mountSecondFactor(
  server: HttpServer,
  { secondFactor }: { secondFactor: SecondFactorService },
): void {
  mount(server, getSecondFactor, ({ actor }) => secondFactor.stateOf(actor.userId))
  mount(server, startSecondFactor, ({ actor }) => secondFactor.start(actor))
  mount(server, confirmSecondFactor, ({ actor, body, caller }) =>
    secondFactor.confirm(actor, body.code, caller),
  )
  mount(server, renewRecoveryCodes, ({ actor, caller }) =>
    secondFactor.renewRecoveryCodes(actor, caller),
  )
}
