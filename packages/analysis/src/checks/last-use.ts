import { valueOf } from '../coverage/facts.ts'
import { isOlderThan, latestOf } from './age.ts'
import { oncePerTenant } from './derived.ts'
import type { CheckFacts, UserFacts } from './facts.ts'
import type { Finding } from './judge-each.ts'
import type { SignInFacts } from './rows.ts'

/**
 * Judges a person by the times of use. Without any, a person who was created long ago has never
 * signed in, and a new one may still do so.
 */
export function findingByUse(
  { createdDateTime }: Pick<UserFacts, 'createdDateTime'>,
  times: readonly string[],
  { days, at }: { readonly days: number; readonly at: Date },
): Finding {
  const time = times.length === 0 ? createdDateTime : latestOf(times)
  const isStale = isOlderThan(time, { days }, at)
  if (isStale === null) return 'notKnown'
  return isStale ? 'unmet' : 'met'
}

/**
 * Judges a person by sign-in dates; those that succeeded count first, because the other two hold
 * failed attempts too and Microsoft has known successes only since December 2023. A person without
 * a row is known only when new.
 */
export function signInFinding(
  person: UserFacts,
  signIn: SignInFacts | undefined,
  within: { readonly days: number; readonly at: Date },
): Finding {
  if (signIn === undefined) return findingByUse(person, [], within) === 'met' ? 'met' : 'notKnown'
  const attempts = [signIn.lastSignInDateTime, signIn.lastNonInteractiveSignInDateTime]
  const times = signIn.lastSuccessfulSignInDateTime
    ? [signIn.lastSuccessfulSignInDateTime]
    : attempts
  return findingByUse(
    person,
    times.filter((time) => time !== null && time !== undefined),
    within,
  )
}

/** Sign-in dates by the person's id in lower case; none when they were not read. */
export const signInsById = oncePerTenant(
  ({ parts }): ReadonlyMap<string, SignInFacts> =>
    new Map((valueOf(parts.signInActivity) ?? []).map((row) => [row.id.toLowerCase(), row])),
)

/** Returns a sentence about rows of the usage report that name no user; empty when there are none. */
export function usageReportNote({ unattributedUsageRows: rows, parts }: CheckFacts): string {
  if (rows === 0) return ''
  const isAnyNamed = (valueOf(parts.activeUsers) ?? []).some(({ isConcealed }) => !isConcealed)
  if (!isAnyNamed) return ' The usage report conceals all names.'
  return rows === 1
    ? ' 1 row of the usage report names no user.'
    : ` ${rows.toLocaleString('en')} rows of the usage report name no user.`
}
