import { X509Certificate } from 'node:crypto'

import type { Config } from '../../../config.ts'
import type { Clock } from '../../../lib/clock.ts'
import { judged, when } from '../security-checks.rules.ts'
import type { Unseen, Verdict } from '../security-checks.rules.ts'
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
    tls === null ? behindProxy(publicUrl) : [],
  )
}

function certificateVerdict(tls: Config['tls'], now: Date) {
  if (tls === null) return { problems: [], facts: ['TLS ends at a proxy in front'] }
  const ends = new Date(new X509Certificate(tls.cert).validTo)
  const day = ends.toISOString().slice(0, 10)
  if (ends <= now) return { problems: [`the certificate ended on ${day}`], facts: [] }
  return ends.getTime() - now.getTime() < LEAST_DAYS * DAY_MS
    ? { problems: [`the certificate ends on ${day}, in less than ${LEAST_DAYS} days`], facts: [] }
    : { problems: [], facts: [`the certificate is valid until ${day}`] }
}

/** The self-probes go into this process, not through what stands before it. */
function behindProxy({ origin, hostname, port }: URL): Unseen[] {
  const address = `${hostname}:${port === '' ? '443' : port}`
  return [
    {
      name: 'Certificate of the proxy',
      reason: 'TLS ends at a proxy in front; its certificate is not seen from here.',
      howToVerify: `From another machine: openssl s_client -connect ${address} -servername ${hostname} </dev/null | openssl x509 -noout -ext subjectAltName -dates`,
    },
    {
      name: 'Answers that come through the proxy',
      reason:
        'The self-probes do not go through the proxy. What it does to headers and cookies, and what it answers over http, are not seen from here.',
      howToVerify: `From another machine: curl -si ${origin}/livez must show Strict-Transport-Security and no Access-Control-Allow-Origin; curl -si http://${hostname}/ must lead to https; the cookie of a sign-in must be HttpOnly, Secure and SameSite=Lax.`,
    },
  ]
}
