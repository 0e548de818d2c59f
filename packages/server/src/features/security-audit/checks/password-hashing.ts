import { randomBytes } from 'node:crypto'

import { PASSWORD } from '@tenantscope/contract/limits'

import type { Passwords } from '../../users/passwords.service.ts'
import { judged, plural, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'

/** What a bcrypt hash says of itself: `$2b$12$…`. */
const costOf = (beginning: string): number | null => {
  const [, cost] = /^\$2[aby]\$(\d\d)\$/u.exec(beginning) ?? []
  return cost === undefined ? null : Number(cost)
}

/** How many rounds a hash has that is made now; null: it is no bcrypt hash. */
const newHashCost = async (passwords: Pick<Passwords, 'hash'>): Promise<number | null> =>
  costOf(await passwords.hash(randomBytes(24).toString('base64')))

/** The rounds of every kind of hash that is stored and of one made now; null: no bcrypt hash. */
export async function hashCosts(deps: HashingDeps): Promise<(number | null)[]> {
  const [beginnings, ofNew] = await Promise.all([
    deps.facts.hashBeginnings(),
    newHashCost(deps.passwords),
  ])
  return [ofNew, ...Array.from(beginnings.keys(), costOf)]
}

interface HashingDeps {
  facts: Pick<SecurityFactsRepo, 'hashBeginnings'>
  passwords: Pick<Passwords, 'hash'>
}

/** Every stored hash, and one that is made now. */
export async function checkPasswordHashing(deps: HashingDeps): Promise<Verdict> {
  const [beginnings, ofNew] = await Promise.all([
    deps.facts.hashBeginnings(),
    newHashCost(deps.passwords),
  ])
  const countByKind = new Map<string, number>()
  let weak = 0
  for (const [beginning, count] of beginnings) {
    const cost = costOf(beginning)
    const kind = cost === null ? 'no bcrypt hash' : `bcrypt with ${cost} rounds`
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + count)
    if (!isStrong(cost)) weak += count
  }
  const found = Array.from(countByKind, ([kind, count]) => `${kind}: ${count}`).join(', ')
  return judged(
    [
      ...when(weak !== 0, `${plural(weak, 'stored password')} below ${PASSWORD.bcryptCost} rounds`),
      ...when(!isStrong(ofNew), `a new hash has ${describeCost(ofNew)}`),
    ],
    [
      found === '' ? 'no password is stored' : `stored passwords: ${found}`,
      ...when(isStrong(ofNew), `a hash made now has ${describeCost(ofNew)}`),
    ],
  )
}

const isStrong = (cost: number | null): boolean => cost !== null && cost >= PASSWORD.bcryptCost

const describeCost = (cost: number | null): string =>
  cost === null ? 'no bcrypt rounds' : `${cost} bcrypt rounds`
