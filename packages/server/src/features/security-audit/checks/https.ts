import { X509Certificate } from 'node:crypto'

import type { Config } from '../../../config.ts'
import type { Clock } from '../../../lib/clock.ts'
import { judged, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import { isLoopback } from './environment.ts'
import type { SelfProbe } from './self-probe.ts'

const DAY_MS = 86_400_000
const LEAST_DAYS = 14
/** Half a year, in seconds. */
const LEAST_HSTS = 15_768_000

/** The address that people use, and what the server sends them. */
export async function checkHttps(deps: {
  probe: SelfProbe
  config: Pick<Config, 'publicUrl' | 'tls'>
  clock: Clock
}): Promise<Verdict> {
  const { publicUrl, tls } = deps.config
  if (publicUrl.protocol !== 'https:') {
    const where = isLoopback(publicUrl)
      ? 'only this machine can reach it there, as in a trial'
      : 'what people send can be read on the way'
    return judged([`PUBLIC_URL is an http address (${publicUrl.origin}); ${where}`], [])
  }
  const { headers } = await deps.probe({ method: 'GET', url: '/livez' })
  const hsts = Number(/max-age=(\d+)/u.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  const certificate = certificateVerdict(tls, deps.clock.now())
  return judged(
    [
      ...when(hsts < LEAST_HSTS, 'answers do not tell browsers to stay with https (HSTS)'),
      ...certificate.problems,
    ],
    [
      `PUBLIC_URL is ${publicUrl.origin}`,
      ...when(hsts >= LEAST_HSTS, `HSTS is sent for ${Math.floor(hsts / 86_400)} days`),
      ...certificate.facts,
    ],
  )
}

function certificateVerdict(tls: Config['tls'], now: Date) {
  if (tls === null)
    return { problems: [], facts: ['the certificate is the proxy’s and is not seen from here'] }
  const ends = new Date(new X509Certificate(tls.cert).validTo)
  const day = ends.toISOString().slice(0, 10)
  if (ends <= now) return { problems: [`the certificate ended on ${day}`], facts: [] }
  return ends.getTime() - now.getTime() < LEAST_DAYS * DAY_MS
    ? { problems: [`the certificate ends on ${day}, in less than ${LEAST_DAYS} days`], facts: [] }
    : { problems: [], facts: [`the certificate is valid until ${day}`] }
}
