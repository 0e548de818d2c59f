import { PASSWORD } from '@tenantscope/contract/limits'

import { judged, plural } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'

const NAMED = 5

/** What was recorded when each local administrator's password was set. */
export async function checkAdminPasswords(deps: {
  facts: Pick<SecurityFactsRepo, 'localAdministrators'>
  /** The number of the rule that passwords have to meet now. */
  currentRule: number
}): Promise<Verdict> {
  const people = await deps.facts.localAdministrators()
  const withDefault = people.filter((person) => person.hasDefaultPassword)
  const unproven = people.filter(({ passwordRule }) => (passwordRule ?? 0) < deps.currentRule)
  const unreplaced = people.filter((person) => person.mustResetPassword)
  return judged(
    [
      ...problem(withDefault, 'a default password'),
      ...problem(unproven, 'a password that was not set under the current rule'),
      ...problem(unreplaced, 'a password that still has to be replaced'),
    ],
    [
      `${plural(people.length, 'enabled local administrator')}; the rule asks for ${PASSWORD.minLength} to ${PASSWORD.maxBytes} bytes`,
    ],
  )
}

function problem(people: readonly { username: string }[], what: string): string[] {
  if (people.length === 0) return []
  const named = people.slice(0, NAMED).map(({ username }) => username)
  const others = people.length - named.length
  const names = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return [`${what}: ${names}`]
}
