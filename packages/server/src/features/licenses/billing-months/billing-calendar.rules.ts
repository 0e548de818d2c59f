import { endOfMonth, monthAfter, monthIn, startOfMonth } from '@tenantscope/analysis/billing-month'

/** A month with its end, which is fixed when the month is opened. */
export interface DatedMonth {
  readonly month: string
  readonly timeZone: string
  readonly startsAt: Date
  readonly endsAt: Date
}

type LastMonth = Pick<DatedMonth, 'month' | 'endsAt'>

/**
 * Returns the month to open for a tenant without an open one. Months in which nothing was open are left out;
 * a frozen month is never opened again.
 */
export function firstMonth(
  now: Date,
  { timeZone, lastFrozen }: { timeZone: string; lastFrozen: LastMonth | undefined },
): DatedMonth {
  const current = monthIn(timeZone, now)
  if (lastFrozen !== undefined && current <= monthAfter(lastFrozen.month))
    return monthFrom(lastFrozen, timeZone)
  const startsAt = startOfMonth(current, timeZone)
  return { month: current, timeZone, startsAt, endsAt: endOfMonth(current, timeZone) }
}

/** Returns the months after an open one, up to the one that contains `now`. Each begins where the one before ends. */
export function monthsAfter(
  last: LastMonth,
  { now, timeZone }: { now: Date; timeZone: string },
): DatedMonth[] {
  const months: DatedMonth[] = []
  let end: LastMonth = last
  while (end.endsAt <= now) {
    const next = monthFrom(end, timeZone)
    months.push(next)
    end = next
  }
  return months
}

/**
 * Returns the open month in another time zone; null when it would have ended there. It then ends in its own
 * time zone, since readings after that end have already replaced earlier ones.
 */
export function movedTo(
  timeZone: string,
  { open, now }: { open: DatedMonth; now: Date },
): DatedMonth | null {
  const endsAt = endOfMonth(open.month, timeZone)
  return open.endsAt > now && endsAt > now ? { ...open, timeZone, endsAt } : null
}

function monthFrom({ month, endsAt }: LastMonth, timeZone: string): DatedMonth {
  const next = monthAfter(month)
  return { month: next, timeZone, startsAt: endsAt, endsAt: endOfMonth(next, timeZone) }
}
