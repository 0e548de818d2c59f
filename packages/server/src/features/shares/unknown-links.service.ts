import { SHARES } from '@tenantscope/contract/limits'

import { addressKey } from '../../lib/address-key.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ShareLimitsRepo } from './share-limits.repo.ts'
import { tooManyFailures, windowStart } from './shares.rules.ts'

export type UnknownLinks = ReturnType<typeof createUnknownLinks>

const TOO_MANY = 'Too many requests for links that do not exist. Please try again later.'

/** Counts tokens that open nothing, of all kinds of links together, so that guessing has an end. */
export function createUnknownLinks(deps: {
  limits: Pick<ShareLimitsRepo, 'countMiss'>
  clock: Clock
}) {
  return {
    /** Counts an unknown token of an address; returns an error when there were too many. */
    count: async (ipAddress: string): Promise<AppError | null> => {
      const at = deps.clock.now()
      const attempt = { at, since: windowStart(at), limit: SHARES.missesPerAddress }
      const tooMany = await deps.limits.countMiss(addressKey(ipAddress), attempt)
      return tooMany && tooManyFailures(TOO_MANY, tooMany.oldestFailure, at)
    },
  }
}
