import { valueOf } from '../../coverage/facts.ts'
import { failed, notRead, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { oncePerTenant, userObject } from '../derived.ts'
import type { UserFacts } from '../facts.ts'
import type { RegistrationFacts } from '../rows.ts'

export type Registrations = ReadonlyMap<string, RegistrationFacts>

/** Registrations by the person's id in lower case; none when they were not read. */
export const registrationsById = oncePerTenant(
  ({ parts }): Registrations =>
    new Map((valueOf(parts.registrationDetails) ?? []).map((row) => [row.id.toLowerCase(), row])),
)

/** Judges whether each of the people can use MFA. A person without a row is not known. */
export function judgeMfaCapable(
  people: readonly UserFacts[],
  registrations: Registrations,
  name: 'members' | 'administrators',
): Judgement {
  const capable = people.map(({ id }) => registrations.get(id.toLowerCase())?.isMfaCapable)
  const failing = people.filter((_, at) => capable[at] === false)
  const notKnown = people.filter((_, at) => (capable[at] ?? null) === null)
  const counts = { [name]: people.length, notCapable: failing.length, notKnown: notKnown.length }
  if (failing.length > 0)
    return failed(`${failing.length} of ${people.length} ${name} cannot use MFA.`, {
      counts,
      objects: failing.map(userObject),
    })
  if (notKnown.length > 0)
    return notRead(`The report does not say whether ${notKnown.length} ${name} can use MFA.`, {
      counts,
      objects: notKnown.map(userObject),
    })
  return passed(`All ${people.length} ${name} can use MFA.`, { counts })
}
