interface Timeout {
  /** An application's id, or `default`. */
  readonly application: string
  readonly hours: number
}

/** Returns the timeouts of a policy's definition, which is JSON as text; null when it cannot be read. */
export function timeoutsOf(definition: readonly string[] | null | undefined): Timeout[] | null {
  const applications = (definition ?? []).map((text) => {
    const policies = propertyOf(
      propertyOf(parsed(text), 'ActivityBasedTimeoutPolicy'),
      'ApplicationPolicies',
    )
    return Array.isArray(policies) ? policies.map(timeoutOf) : [null]
  })
  const timeouts = applications.flat()
  const known = timeouts.filter((timeout) => timeout !== null)
  return known.length > 0 && known.length === timeouts.length ? known : null
}

function timeoutOf(policy: unknown): Timeout | null {
  const application = propertyOf(policy, 'ApplicationId')
  const hours = hoursOf(propertyOf(policy, 'WebSessionIdleTimeout'))
  return typeof application !== 'string' || hours === null
    ? null
    : { application: application.toLowerCase(), hours }
}

/** `03:00:00`, with days and a point before when it is longer than a day. */
const TIME_SPAN =
  /^(?:(?<days>\d+)\.)?(?<hours>\d+):(?<minutes>\d{2}):(?<seconds>\d{2})(?:\.\d+)?$/u

function hoursOf(timeSpan: unknown): number | null {
  const groups = typeof timeSpan === 'string' ? TIME_SPAN.exec(timeSpan)?.groups : undefined
  if (groups === undefined) return null
  const part = (name: string) => Number(groups[name] ?? 0)
  return part('days') * 24 + part('hours') + part('minutes') / 60 + part('seconds') / 3_600
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
