import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, judgeAbsent } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { judgeForAll, members } from './audience.ts'
import {
  enforcedPolicies,
  isNarrowed,
  judgeConditionalAccess,
  requiresMfaOr,
} from './conditional-access.ts'

const REGISTRATION = 'urn:user:registersecurityinfo'

export const secinfoRegistration = defineCheck({
  id: 'ca.secinfo-registration',
  version: 1,
  title: 'The registration of security information is restricted',
  severity: 'high',
  why: 'A person who knows only a password must not be able to register the second factor as well. Benchmarks differ between a managed device and any control: MFA, a managed device or a block is accepted, with exceptions for trusted locations and guests.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users with the user action "Register security information" that requires MFA or a managed device.',
    'Give new people a Temporary Access Pass for their first registration, then switch the policy on.',
  ],
  effort: 'hours',
  userImpact:
    'New people need a Temporary Access Pass, a managed device or a trusted location to register.',
  references: ['CIS 5.2.2.10', 'MS.AAD.3.8v1', 'MT.1011'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const candidates = enforcedPolicies(policies).filter(
        (policy) => isForRegistration(policy) && !isNarrowed(policy, ['location']),
      )
      const locations = valueOf(facts.parts.namedLocations)
      const trusted = new Set(
        (locations ?? []).flatMap(({ id, isTrusted }) =>
          isTrusted === true ? [id.toLowerCase()] : [],
        ),
      )
      const judgement = judgeForAll(
        facts,
        candidates.filter((policy) => isOutsideOf(policy, trusted)),
        {
          none: 'No enabled policy restricts the registration of all users outside trusted locations.',
          audience: members(facts),
        },
      )
      // A location that was not read can be trusted.
      const isOpen = judgement.verdict === 'failed' && candidates.some(namesExcludedLocation)
      return (isOpen ? judgeAbsent(facts, ['namedLocations']) : null) ?? judgement
    }),
})

function isForRegistration(policy: PolicyFacts): boolean {
  const actions = policy.conditions.applications?.includeUserActions ?? []
  return (
    actions.some((action) => action.toLowerCase() === REGISTRATION) &&
    requiresMfaOr(policy, ['block', 'compliantDevice', 'domainJoinedDevice'])
  )
}

/** Returns whether the policy applies everywhere but in trusted locations. */
function isOutsideOf({ conditions }: PolicyFacts, trusted: ReadonlySet<string>): boolean {
  const included = conditions.locations?.includeLocations ?? []
  const excluded = conditions.locations?.excludeLocations ?? []
  return (
    (included.length === 0 || included.includes('All')) &&
    excluded.every((name) => name === 'AllTrusted' || trusted.has(name.toLowerCase()))
  )
}

const namesExcludedLocation = ({ conditions }: PolicyFacts): boolean =>
  (conditions.locations?.excludeLocations ?? []).some((name) => name !== 'AllTrusted')
