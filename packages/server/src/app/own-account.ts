import { mountOwnAccount } from '../features/auth/own-account.routes.ts'
import { createOwnSessionsService } from '../features/auth/own-sessions.service.ts'
import { createSecondFactorRemoval } from '../features/auth/second-factor-removal.service.ts'
import { mountSecondFactor } from '../features/second-factor/second-factor.routes.ts'
import { createSecondFactorService } from '../features/second-factor/second-factor.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { People, PeopleDeps } from './people.ts'
import type { RefreshingDeps } from './refreshing.ts'

/** What people see and change of their own account, beside its preferences. */
export function composeOwnAccount(
  deps: Pick<PeopleDeps, 'clock' | 'random' | 'database'> & Pick<RefreshingDeps, 'sealer'> & People,
) {
  const { db } = deps.database
  const secondFactor = createSecondFactorService({
    ...deps,
    db,
    endOtherSessions: deps.sessions.endOthers,
  })
  const ownSessions = createOwnSessionsService({ ...deps, db })
  const secondFactorRemoval = createSecondFactorRemoval({ ...deps, secondFactor })
  return {
    secondFactor,
    mount(server: HttpServer): void {
      mountSecondFactor(server, { secondFactor })
      mountOwnAccount(server, { ownSessions, secondFactorRemoval })
    },
    sweep: (): Promise<void> => secondFactor.sweep(),
  }
}
