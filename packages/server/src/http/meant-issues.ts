import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * What is wrong, said of the field that is wrong: of several forms that a schema takes, the one that was
 * meant counts. Where none of them was, the whole does not fit.
 */
export function meantIssues(issue: Issue, given: unknown): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const place = valueAt(given, issue.path)
  const [meant] = issue.errors
    .filter((form) => !form.some(isOfAnotherKind))
    .map((form) => ({ form, missing: missingIn(form, place) }))
    .toSorted((a, b) => a.missing - b.missing)
  if (meant === undefined) return [issue]
  return meant.form.flatMap((inner) =>
    meantIssues({ ...inner, path: [...issue.path, ...inner.path] }, given),
  )
}

/** A text where a list is expected, for example: not this form at all. */
const isOfAnotherKind = ({ path, code }: Issue): boolean =>
  path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code)

/** Who leaves a field out usually means the form without it. */
const missingIn = (form: readonly Issue[], place: unknown): number =>
  form.filter(({ path }) => valueAt(place, path) === undefined).length

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    given,
  )
