import { signOut } from '@tenantscope/contract/auth'
import { SESSION } from '@tenantscope/contract/limits'

import type { Config } from '../../../config.ts'
import type { Clock } from '../../../lib/clock.ts'
import { CannotVerify, judged, plural, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import type { SelfProbe } from './self-probe.ts'

export interface SessionCheckDeps {
  probe: SelfProbe
  facts: Pick<SecurityFactsRepo, 'sessions'>
  config: Pick<Config, 'publicUrl'>
  clock: Clock
}

/** Sessions are swept every hour; what is older than two was forgotten. */
const SWEPT_WITHIN_HOURS = 2
const HOUR_SECONDS = 3_600

/** The cookie as the server really sets it, and the sessions as they are stored. */
export async function checkSessions(deps: SessionCheckDeps): Promise<Verdict> {
  const isHttps = deps.config.publicUrl.protocol === 'https:'
  const [cookie, rows] = await Promise.all([sessionCookie(deps.probe), storedSessions(deps)])
  const missing = missingAttributes(cookie, isHttps)
  return judged(
    [
      ...when(missing.length !== 0, `the session cookie lacks ${missing.join(', ')}`),
      ...sessionProblems(rows),
    ],
    [
      ...when(
        missing.length === 0,
        `the session cookie is HttpOnly and SameSite=Lax${isHttps ? ', Secure and bound to this host' : ''}`,
      ),
      `${plural(rows.stored, 'session')} stored, the longest for ${hours(rows.idleSeconds)} hours of rest and ${hours(rows.absoluteSeconds)} in all`,
    ],
  )
}

/** Whether browsers keep the session cookie to https, as the server really sets it. */
export async function isCookieSecure(probe: SelfProbe): Promise<boolean> {
  return attributesOf(await sessionCookie(probe)).has('secure')
}

/** Signing out without a session sets the cookie, by the code that sets every session's. */
async function sessionCookie(probe: SelfProbe): Promise<string> {
  const { cookies } = await probe({ method: 'POST', url: signOut.path })
  const cookie = cookies.find((each) => each.includes('tenantscope_session='))
  if (cookie === undefined) throw new CannotVerify('The server set no session cookie to look at.')
  return cookie
}

const attributesOf = (cookie: string): Set<string> =>
  new Set(
    cookie
      .split(';')
      .slice(1)
      .map((part) => part.trim().toLowerCase()),
  )

function missingAttributes(cookie: string, isHttps: boolean): string[] {
  const attributes = attributesOf(cookie)
  return [
    ...['HttpOnly', 'SameSite=Lax', ...(isHttps ? ['Secure'] : [])].filter(
      (name) => !attributes.has(name.toLowerCase()),
    ),
    ...when(isHttps && !cookie.startsWith('__Host-'), 'the prefix __Host-'),
  ]
}

async function storedSessions({ facts, clock }: SessionCheckDeps) {
  const now = clock.now()
  const swept = new Date(now.getTime() - SWEPT_WITHIN_HOURS * HOUR_SECONDS * 1_000)
  return facts.sessions({ now, swept })
}

type Rows = Awaited<ReturnType<typeof storedSessions>>

function sessionProblems({ unhashed, leftOver, idleSeconds, absoluteSeconds }: Rows): string[] {
  return [
    ...when(unhashed !== 0, `${plural(unhashed, 'session')} not stored as a hash`),
    ...when(leftOver !== 0, `${plural(leftOver, 'session')} ended long ago and still stored`),
    ...when(
      idleSeconds > SESSION.idleHours * HOUR_SECONDS,
      `a session lasts ${hours(idleSeconds)} hours of rest; ${SESSION.idleHours} are allowed`,
    ),
    ...when(
      absoluteSeconds > SESSION.absoluteHours * HOUR_SECONDS,
      `a session lasts ${hours(absoluteSeconds)} hours; ${SESSION.absoluteHours} are allowed`,
    ),
  ]
}

const hours = (seconds: number): string => String(Math.round((seconds / HOUR_SECONDS) * 10) / 10)
