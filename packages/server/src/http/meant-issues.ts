import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * Returns the issues of the fields that are wrong. For a union, it returns those of the form that
 * was intended; if none fits, the issue of the complete value.
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

/**
 * True for a different kind of value, such as a text instead of a list: another form was intended.
 */
const isOfAnotherKind = ({ path, code }: Issue): boolean =>
  path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code)

/** Counts missing fields: a missing field usually means that another form was intended. */
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
