import { valueOf } from '../../coverage/facts.ts'
import { daysSince } from '../age.ts'
import { oncePerTenant } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import { signInsById } from '../last-use.ts'
import type { ActiveUserFacts, SignInFacts } from '../rows.ts'

/** People without a sign-in or use of a workload for so many days are inactive. */
export const INACTIVE_DAYS = 90

type Use = ActiveUserFacts['lastActivityDates']

const usageByName = oncePerTenant(
  ({ parts }): ReadonlyMap<string, Use> =>
    new Map(
      (valueOf(parts.activeUsers) ?? [])
        .filter(({ isConcealed, isDeleted }) => !isConcealed && !isDeleted)
        .map((row) => [row.userPrincipalName.toLowerCase(), row.lastActivityDates]),
    ),
)

/** Returns a function that finds a person's row in the report on use; null: none, or names are hidden. */
export function createUseOf(facts: CheckFacts): (user: UserFacts) => Use | null {
  const byName = usageByName(facts)
  return ({ userPrincipalName }) => byName.get(userPrincipalName?.toLowerCase() ?? '') ?? null
}

export const isRecent = (time: string | null | undefined, now: Date): boolean => {
  const days = daysSince(time, now)
  return days !== null && days <= INACTIVE_DAYS
}

/** Returns whether an account is too new to have been used; null: its creation is not known. */
export function isNew({ createdDateTime }: UserFacts, now: Date): boolean | null {
  const days = daysSince(createdDateTime, now)
  return days === null ? null : days <= INACTIVE_DAYS
}

const signInTimes = (row: SignInFacts) => [
  row.lastSignInDateTime,
  row.lastNonInteractiveSignInDateTime,
  row.lastSuccessfulSignInDateTime,
]

/**
 * Returns a function that says whether a person is active, by sign-ins and by use of workloads,
 * whichever is later. `isMeasured` says whether the report on use says something of the person.
 * Null: neither is known.
 */
export function createIsActive(
  facts: CheckFacts,
  now: Date,
  isMeasured: (user: UserFacts) => boolean,
): (user: UserFacts) => boolean | null {
  const usageOf = createUseOf(facts)
  const signIns = signInsById(facts)
  return (user) => {
    const signIn = signIns.get(user.id.toLowerCase())
    const usage = usageOf(user)
    const times = [...(signIn ? signInTimes(signIn) : []), ...Object.values(usage ?? {})]
    if (times.some((time) => isRecent(time, now))) return true
    if (signIn === undefined && (usage === null || !isMeasured(user)))
      return isNew(user, now) || null
    if (times.some((time) => daysSince(time, now) !== null)) return false
    // Never used: a new account has had no time, and an unknown age proves nothing.
    return isNew(user, now)
  }
}
