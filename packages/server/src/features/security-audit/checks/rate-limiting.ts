import { randomBytes } from 'node:crypto'

import { SIGN_IN } from '@tenantscope/contract/limits'

import type { Config } from '../../../config.ts'
import { addressKey } from '../../../lib/address-key.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { SignInLimitsService } from '../../auth/sign-in-limits.service.ts'
import { fact, judged, problem } from '../security-checks.rules.ts'
import type { Unseen, Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'

export interface RateLimitDeps {
  limits: Pick<SignInLimitsService, 'attempt'>
  facts: Pick<SecurityFactsRepo, 'forgetProbe'>
  config: Pick<Config, 'publicUrl' | 'tls' | 'trustProxy'>
}

const LABEL = `${SIGN_IN.failuresPerAddress}/${SIGN_IN.failureWindowMinutes}min`

/** Makes failing sign-ins through the running limits, from a reserved address. */
export async function checkRateLimiting(deps: RateLimitDeps): Promise<Verdict> {
  const taken = await attemptsTaken(deps)
  const isRight = taken === SIGN_IN.failuresPerAddress
  const { publicUrl, tls, trustProxy } = deps.config
  const isBehindUnknownProxy =
    publicUrl.protocol === 'https:' && tls === null && trustProxy === null
  return judged(
    [
      isRight
        ? fact(`a self-probe had ${taken} attempts answered and the next one refused (${LABEL})`)
        : problem(`${taken} failed sign-ins from one address were accepted; the limit is ${LABEL}`),
      isBehindUnknownProxy &&
        problem('a proxy is in front and TRUST_PROXY is not set, so all users share its address'),
    ],
    trustProxy === null ? [] : [CLIENT_ADDRESSES],
  )
}

const CLIENT_ADDRESSES: Unseen = {
  name: 'Client addresses from the proxy',
  reason:
    'TRUST_PROXY names the trusted sources of X-Forwarded-For. This server cannot check whether clients can forge it.',
  howToVerify:
    'Through the proxy, send a sign-in with a wrong password and the header X-Forwarded-For: 203.0.113.9. The login audit must show your real address.',
}

/** Counts the attempts that a new address gets, up to one more than the limit. */
async function attemptsTaken({ limits, facts }: RateLimitDeps): Promise<number> {
  const run = randomBytes(4).toString('hex')
  // 2001:db8::/32 is reserved for documentation (RFC 3849); two probes at once have two networks.
  const ipAddress = `2001:db8:${run.slice(0, 4)}:${run.slice(4)}::1`
  const tries = Array.from(
    { length: SIGN_IN.failuresPerAddress + 1 },
    // Another name each time: an account that fails twice answers late.
    (_, index) => `self-check-${run}-${index}`,
  )
  try {
    for (const [taken, username] of tries.entries())
      if (!(await isAnswered(limits, { username, ipAddress }))) return taken
    return tries.length
  } finally {
    await facts.forgetProbe(addressKey(ipAddress), tries)
  }
}

async function isAnswered(
  limits: RateLimitDeps['limits'],
  attempt: { username: string; ipAddress: string },
): Promise<boolean> {
  const signal = new AbortController().signal
  try {
    await limits.attempt({ ...attempt, signal }, () => Promise.resolve(null))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') return false
    throw error
  }
}
