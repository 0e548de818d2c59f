import { defineCheck } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { enabledPolicies, isReadable, judgeConditionalAccess } from './conditional-access.ts'
import { judgeEachPolicy } from './judge-each-policy.ts'

export const noTarget = defineCheck({
  id: 'ca.no-target',
  version: 1,
  title: 'Every enabled policy has target resources',
  severity: 'medium',
  why: 'A policy without resources, user actions or authentication contexts applies to no sign-in, although it is switched on.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy.',
    'Choose its resources, user actions or authentication contexts under Target resources.',
    'Delete the policy when it is not needed.',
  ],
  effort: 'minutes',
  userImpact: 'People must meet the requirements of the policy for the resources that are chosen.',
  references: ['MT.1184'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeEachPolicy(enabledPolicies(policies), hasNoTarget, {
        failed: 'Enabled policies without target resources were found.',
        passed: 'No enabled policy is without target resources.',
        notKnown: 'The target resources of an enabled policy could not be read.',
      }),
    ),
})

function hasNoTarget(policy: PolicyFacts): boolean | null {
  const { applications } = policy.conditions
  if (!applications) return null
  const targets = [
    applications.includeApplications,
    applications.includeUserActions,
    applications.includeAuthenticationContextClassReferences,
  ].flatMap((list) => list ?? [])
  if (
    targets.some((target) => target !== 'None') ||
    (applications.applicationFilter ?? null) !== null
  )
    return false
  return isReadable(policy) ? true : null
}
