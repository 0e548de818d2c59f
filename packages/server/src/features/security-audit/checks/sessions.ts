import { signOut } from '@tenantscope/contract/auth'
import { SESSION } from '@tenantscope/contract/limits'

import type { Config } from '../../../config.ts'
import type { Clock } from '../../../lib/clock.ts'
import { CannotVerify, fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import type { SelfProbe } from './self-probe.ts'

export interface SessionCheckDeps {
  probe: SelfProbe
  facts: Pick<SecurityFactsRepo, 'sessions'>
  config: Pick<Config, 'publicUrl'>
  clock: Clock
}

/** Sessions are swept every hour; those older than two hours were missed. */
const SWEPT_WITHIN_HOURS = 2
const HOUR_SECONDS = 3_600

/** The cookie as the server really sets it, and the sessions as they are stored. */
export async function checkSessions(deps: SessionCheckDeps): Promise<Verdict> {
  const isHttps = deps.config.publicUrl.protocol === 'https:'
  const [cookie, rows] = await Promise.all([sessionCookie(deps.probe), storedSessions(deps)])
  const missing = missingAttributes(cookie, isHttps)
  const bound = isHttps ? ', Secure and bound to this host' : ''
  return judged([
    missing.length === 0
      ? fact(`the session cookie is HttpOnly and SameSite=Lax${bound}`)
      : problem(`the session cookie lacks ${missing.join(', ')}`),
    ...sessionProblems(rows),
    fact(
      `${plural(rows.stored, 'session')} stored, the longest for ${hours(rows.idleSeconds)} hours idle and ${hours(rows.absoluteSeconds)} in all`,
    ),
  ])
}

/** True when the session cookie is limited to https, as actually set. */
export async function isCookieSecure(probe: SelfProbe): Promise<boolean> {
  return attributesOf(await sessionCookie(probe)).has('secure')
}

/** Signing out without a session sets the cookie, by the code that sets every session's. */
async function sessionCookie(probe: SelfProbe): Promise<string> {
  const { cookies } = await probe({ method: 'POST', url: signOut.path })
  const cookie = cookies.find((each) => each.includes('tenantscope_session='))
  if (cookie === undefined) throw new CannotVerify('The server set no session cookie to check.')
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
    ...(isHttps && !cookie.startsWith('__Host-') ? ['the prefix __Host-'] : []),
  ]
}

async function storedSessions({ facts, clock }: SessionCheckDeps) {
  const now = clock.now()
  const swept = new Date(now.getTime() - SWEPT_WITHIN_HOURS * HOUR_SECONDS * 1_000)
  return facts.sessions({ now, swept })
}

type Rows = Awaited<ReturnType<typeof storedSessions>>

function sessionProblems({ unhashed, leftOver, idleSeconds, absoluteSeconds }: Rows) {
  return [
    unhashed > 0 && problem(`${plural(unhashed, 'session')} not stored as a hash`),
    leftOver > 0 && problem(`${plural(leftOver, 'session')} expired long ago but still stored`),
    idleSeconds > SESSION.idleHours * HOUR_SECONDS &&
      problem(`a session lasts ${hours(idleSeconds)} hours idle; ${SESSION.idleHours} are allowed`),
    absoluteSeconds > SESSION.absoluteHours * HOUR_SECONDS &&
      problem(
        `a session lasts ${hours(absoluteSeconds)} hours; ${SESSION.absoluteHours} are allowed`,
      ),
  ]
}

const hours = (seconds: number): string => String(Math.round((seconds / HOUR_SECONDS) * 10) / 10)
