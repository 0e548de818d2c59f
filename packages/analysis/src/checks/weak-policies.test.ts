import { globSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { valueOf } from '../coverage/facts.ts'
import { NOW, policy } from '../testing/check-facts.ts'
import { randomPolicies, randomTenants } from '../testing/random-policies.ts'
import type { CheckCase } from './cases.ts'
import { CHECKS } from './catalogue.ts'
import type { Verdict } from './define-check.ts'
import type { CheckFacts, PolicyFacts } from './facts.ts'

const cases: CheckFacts[] = []
for (const path of globSync('ca/*.cases.ts', { cwd: import.meta.dirname })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table exports its cases
  const table = (await import(`./${path}`)) as { cases: readonly CheckCase[] }
  // An empty list may be that of a tenant without a license, which another policy would change.
  const withPolicies = table.cases.map(({ facts }) => facts).filter(hasPolicies)
  cases.push(...withPolicies)
}

const all = policy('weak').conditions
/** Policies that are no general protection, and the checks that they may satisfy all the same. */
const WEAK: readonly (readonly [string, PolicyFacts, readonly string[]])[] = [
  ['report-only', policy('weak', { state: 'enabledForReportingButNotEnforced' }), []],
  [
    'limited by risk',
    policy('weak', { conditions: { ...all, signInRiskLevels: ['low'] } }),
    ['ca.signin-risk', 'ca.p1-idle'],
  ],
  [
    'with an unknown condition',
    policy('weak', { conditions: { ...all, unknown: ['moonPhase'] } }),
    ['ca.p1-idle'],
  ],
  [
    'with an unknown control',
    policy('weak', { grantControls: { operator: 'OR', builtInControls: ['mfa', 'retinaScan'] } }),
    ['ca.p1-idle'],
  ],
]

/** Verdicts that a policy could improve; a check that applied to nothing may apply now. */
const OPEN: ReadonlySet<Verdict> = new Set(['failed', 'notRead', 'noPermission'])

describe.each(WEAK)('a policy %s', (_, weak, exempt) => {
  const checks = CHECKS.filter(({ id }) => id.startsWith('ca.') && !exempt.includes(id))

  test.each(checks)('never makes $id pass', (check) => {
    const improved = cases.filter(
      (facts) =>
        OPEN.has(check.judge(facts, NOW).verdict) &&
        check.judge(withPolicy(facts, weak), NOW).verdict === 'passed',
    )
    expect(improved.map((facts) => facts.parts.policies)).toEqual([])
  })
})

/** A policy by risk is what they ask for; its exclusions name emergency accounts as those of others. */
const FOR_RISK = ['ca.signin-risk', 'ca.user-risk', 'ca.break-glass-excluded']

/** From worse to better; what a tenant does not have, and what is not known, is between. */
const rankOf = (verdict: Verdict): number =>
  verdict === 'failed' ? 0 : Number(verdict === 'passed') + 1

/** Changes that make any policy a weak one, and the checks that ask for such a policy. */
const WEAKENED: readonly (readonly [string, (given: PolicyFacts) => PolicyFacts, string[]])[] = [
  ['report-only', (given) => ({ ...given, state: 'enabledForReportingButNotEnforced' }), []],
  ['limited by the risk of a sign-in', withConditions({ signInRiskLevels: ['high'] }), FOR_RISK],
  ['limited by the risk of a user', withConditions({ userRiskLevels: ['high'] }), FOR_RISK],
  ['with an unknown condition', withConditions({ unknown: ['moonPhase'] }), []],
  [
    'with an unknown control',
    ({ grantControls, ...given }) => ({
      ...given,
      grantControls: {
        ...grantControls,
        builtInControls: [...(grantControls?.builtInControls ?? []), 'retinaScan'],
      },
    }),
    [],
  ],
]

test.each(WEAKENED)('any policy %s improves no verdict of any tenant', (_, weaken, exempt) => {
  const checks = CHECKS.filter(({ id }) => id.startsWith('ca.') && !exempt.includes(id))
  const property = fc.property(randomTenants, randomPolicies, (tenant, added) => {
    const more = withPolicy(tenant, weaken(added))
    const improved = checks.filter(
      (check) => rankOf(check.judge(more, NOW).verdict) > rankOf(check.judge(tenant, NOW).verdict),
    )
    expect(improved.map(({ id }) => id)).toEqual([])
  })
  fc.assert(property, { seed: 20_261_129, numRuns: 100 })
})

function hasPolicies({ parts }: CheckFacts): boolean {
  return (valueOf(parts.policies) ?? []).length > 0
}

function withPolicy(facts: CheckFacts, added: PolicyFacts): CheckFacts {
  const policies = valueOf(facts.parts.policies)
  if (policies === null) return facts
  return { ...facts, parts: { ...facts.parts, policies: { value: [...policies, added] } } }
}

function withConditions(changes: Partial<PolicyFacts['conditions']>) {
  return (given: PolicyFacts): PolicyFacts => ({
    ...given,
    conditions: { ...given.conditions, ...changes },
  })
}
