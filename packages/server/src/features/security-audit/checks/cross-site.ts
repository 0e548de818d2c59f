import { getSignInOptions, signOut } from '@tenantscope/contract/auth'

import { fact, judged, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { ProbeAnswer, SelfProbe } from './self-probe.ts'

const ATTACKER = 'https://attacker.example'

/** A write, a preflight and a read as a foreign page would send them. */
export async function checkCrossSite({ probe }: { probe: SelfProbe }): Promise<Verdict> {
  const headers = { origin: ATTACKER, 'sec-fetch-site': 'cross-site' }
  const write = await probe({ method: 'POST', url: signOut.path, headers })
  const others = await Promise.all([
    probe({
      method: 'OPTIONS',
      url: signOut.path,
      headers: { ...headers, 'access-control-request-method': 'POST' },
    }),
    probe({ method: 'GET', url: getSignInOptions.path, headers }),
  ])
  const isRefused = write.status === 403
  const isOpen = [write, ...others].some(opensToOthers)
  return judged([
    isRefused
      ? fact(`a write from ${ATTACKER} was refused with 403`)
      : problem(`a write from another site was answered with ${write.status}`),
    isOpen
      ? problem('responses have Access-Control-Allow-Origin')
      : fact('no response has Access-Control-Allow-Origin'),
  ])
}

const opensToOthers = ({ headers }: ProbeAnswer): boolean =>
  headers['access-control-allow-origin'] !== undefined
