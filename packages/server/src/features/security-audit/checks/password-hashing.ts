import { randomBytes } from 'node:crypto'

import { PASSWORD } from '@tenantscope/contract/limits'

import type { Passwords } from '../../users/passwords.service.ts'
import { fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'

/** Returns the cost in a bcrypt hash: `$2b$12$…`. */
const costOf = (beginning: string): number | null => {
  const [, cost] = /^\$2[aby]\$(\d\d)\$/u.exec(beginning) ?? []
  return cost === undefined ? null : Number(cost)
}

/** Counts stored hashes by prefix, and returns the rounds of a new one; null: not a bcrypt hash. */
async function measure({ facts, passwords }: HashingDeps) {
  const [beginnings, hash] = await Promise.all([
    facts.hashBeginnings(),
    passwords.hash(randomBytes(24).toString('base64')),
  ])
  return { beginnings, ofNew: costOf(hash) }
}

/** Returns the rounds of stored and new hashes; null: not a bcrypt hash. */
export async function hashCosts(deps: HashingDeps): Promise<(number | null)[]> {
  const { beginnings, ofNew } = await measure(deps)
  return [ofNew, ...Array.from(beginnings.keys(), costOf)]
}

interface HashingDeps {
  facts: Pick<SecurityFactsRepo, 'hashBeginnings'>
  passwords: Pick<Passwords, 'hash'>
}

/** Checks every stored hash and a new one. */
export async function checkPasswordHashing(deps: HashingDeps): Promise<Verdict> {
  const { beginnings, ofNew } = await measure(deps)
  const countByKind = new Map<string, number>()
  let weak = 0
  for (const [beginning, count] of beginnings) {
    const cost = costOf(beginning)
    const kind = cost === null ? 'not a bcrypt hash' : `bcrypt with ${cost} rounds`
    countByKind.set(kind, (countByKind.get(kind) ?? 0) + count)
    if (!isStrong(cost)) weak += count
  }
  const found = Array.from(countByKind, ([kind, count]) => `${kind}: ${count}`).join(', ')
  const newHash = ofNew === null ? 'no bcrypt rounds' : `${ofNew} bcrypt rounds`
  return judged([
    weak > 0 && problem(`${plural(weak, 'stored password')} below ${PASSWORD.bcryptCost} rounds`),
    fact(found === '' ? 'no password is stored' : `stored passwords: ${found}`),
    (isStrong(ofNew) ? fact : problem)(`a new hash has ${newHash}`),
  ])
}

const isStrong = (cost: number | null): boolean => cost !== null && cost >= PASSWORD.bcryptCost
