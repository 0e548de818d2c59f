import { X509Certificate } from 'node:crypto'

import type { Config } from '../../../config.ts'
import type { Clock } from '../../../lib/clock.ts'
import { fact, judged, problem } from '../security-checks.rules.ts'
import type { Unseen, Verdict } from '../security-checks.rules.ts'
import { isLoopback } from './environment.ts'
import type { SelfProbe } from './self-probe.ts'

const DAY_MS = 86_400_000
const LEAST_DAYS = 14
/** Half a year, in seconds. */
const LEAST_HSTS = 15_768_000

/** Checks the public address and the headers of replies. */
export async function checkHttps(deps: {
  probe: SelfProbe
  config: Pick<Config, 'publicUrl' | 'tls'>
  clock: Clock
}): Promise<Verdict> {
  const { publicUrl, tls } = deps.config
  if (publicUrl.protocol !== 'https:') {
    const where = isLoopback(publicUrl)
      ? 'only this machine can reach it, as in a trial'
      : 'traffic is not encrypted'
    return judged([problem(`PUBLIC_URL is an http address (${publicUrl.origin}); ${where}`)])
  }
  const { headers } = await deps.probe({ method: 'GET', url: '/livez' })
  const hsts = Number(/max-age=(\d+)/u.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  return judged(
    [
      fact(`PUBLIC_URL is ${publicUrl.origin}`),
      hsts < LEAST_HSTS
        ? problem('responses have no Strict-Transport-Security header (HSTS)')
        : fact(`HSTS is sent for ${Math.floor(hsts / 86_400)} days`),
      certificateFinding(tls, deps.clock.now()),
    ],
    tls === null ? behindProxy(publicUrl) : [],
  )
}

function certificateFinding(tls: Config['tls'], now: Date) {
  if (tls === null) return fact('TLS ends at a proxy in front')
  const ends = new Date(new X509Certificate(tls.cert).validTo)
  const day = ends.toISOString().slice(0, 10)
  if (ends <= now) return problem(`the certificate expired on ${day}`)
  return ends.getTime() - now.getTime() < LEAST_DAYS * DAY_MS
    ? problem(`the certificate expires on ${day}, in less than ${LEAST_DAYS} days`)
    : fact(`the certificate is valid until ${day}`)
}

/** Self-probes are sent to this process, not through the proxy. */
function behindProxy({ origin, hostname, port }: URL): Unseen[] {
  const address = `${hostname}:${port === '' ? '443' : port}`
  return [
    {
      name: 'Certificate of the proxy',
      reason: 'TLS ends at a proxy in front; this server cannot check its certificate.',
      howToVerify: `From another machine: openssl s_client -connect ${address} -servername ${hostname} </dev/null | openssl x509 -noout -ext subjectAltName -dates`,
    },
    {
      name: 'Responses through the proxy',
      reason:
        'The self-probes do not go through the proxy. Its changes to headers and cookies, and its responses over http, cannot be checked from here.',
      howToVerify: `From another machine: curl -si ${origin}/livez must show Strict-Transport-Security and no Access-Control-Allow-Origin; curl -si http://${hostname}/ must redirect to https. The session cookie must be HttpOnly, Secure and SameSite=Lax.`,
    },
  ]
}
