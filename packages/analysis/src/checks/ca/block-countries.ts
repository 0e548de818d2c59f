import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, judgeAbsent } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { judgeForAll } from './audience.ts'
import {
  blocks,
  enforcedPolicies,
  includesAllApplications,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'

export const blockCountries = defineCheck({
  id: 'ca.block-countries',
  version: 1,
  title: 'Sign-ins from other countries are blocked',
  severity: 'low',
  why: 'Most attacks come from countries where no one of the organisation works. A block by country stops the simple ones, not an attacker who chooses an address.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Named locations and add the countries from which people work.',
    'Create a policy for all users and all resources that includes any location, excludes these countries and blocks access.',
    'Run it as report-only for a few weeks, then switch it on.',
  ],
  effort: 'hours',
  userImpact: 'People who travel cannot sign in unless their country is allowed before.',
  references: ['CIS 5.2.2.15'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const candidates = enforcedPolicies(policies).filter(
        (policy) =>
          blocks(policy) && includesAllApplications(policy) && !isNarrowed(policy, ['location']),
      )
      const countries = new Set(
        (valueOf(facts.parts.namedLocations) ?? []).flatMap(({ id, kind }) =>
          kind === 'country' ? [id.toLowerCase()] : [],
        ),
      )
      const blocking = candidates.filter(
        (policy) =>
          isForAllBut(policy) || includedLocations(policy).some((id) => countries.has(id)),
      )
      const judgement = judgeForAll(facts, blocking, {
        none: 'No enabled policy blocks sign-ins of all users by country.',
      })
      // A location that was not read can be a list of countries.
      const isOpen =
        judgement.verdict === 'failed' &&
        candidates.some((policy) => includedLocations(policy).some((id) => !KEYWORDS.has(id)))
      return (isOpen ? judgeAbsent(facts, ['namedLocations']) : null) ?? judgement
    }),
})

const KEYWORDS: ReadonlySet<string> = new Set(['all', 'alltrusted'])

const includedLocations = ({ conditions }: PolicyFacts): string[] =>
  (conditions.locations?.includeLocations ?? []).map((name) => name.toLowerCase())

/** Returns whether sign-ins are blocked everywhere but in the locations that are excluded. */
const isForAllBut = (policy: PolicyFacts): boolean =>
  includedLocations(policy).includes('all') &&
  (policy.conditions.locations?.excludeLocations ?? []).length > 0 &&
  !(policy.conditions.locations?.excludeLocations ?? []).includes('All')
