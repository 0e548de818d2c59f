import { PASSWORD } from '@tenantscope/contract/limits'

import { fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'

const NAMED = 5

/** Checks the recorded facts of each local administrator's password. */
export async function checkAdminPasswords(deps: {
  facts: Pick<SecurityFactsRepo, 'localAdministrators'>
  /** The number of the rule that passwords have to meet now. */
  currentRule: number
}): Promise<Verdict> {
  const people = await deps.facts.localAdministrators()
  const withDefault = people.filter((person) => person.hasDefaultPassword)
  const unproven = people.filter(({ passwordRule }) => (passwordRule ?? 0) < deps.currentRule)
  const unreplaced = people.filter((person) => person.mustResetPassword)
  return judged([
    problemOf(withDefault, 'a default password'),
    problemOf(unproven, 'a password that was not set under the current policy'),
    problemOf(unreplaced, 'a password that still has to be replaced'),
    fact(
      `${plural(people.length, 'enabled local administrator')}; the policy requires ${PASSWORD.minLength} to ${PASSWORD.maxBytes} bytes`,
    ),
  ])
}

function problemOf(people: readonly { username: string }[], what: string) {
  if (people.length === 0) return false
  const named = people.slice(0, NAMED).map(({ username }) => username)
  const others = people.length - named.length
  const names = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return problem(`${what}: ${names}`)
}
