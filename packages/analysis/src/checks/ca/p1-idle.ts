import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, failed, notLicensed, notRead, passed } from '../define-check.ts'
import { entraLicenseOfFacts, policyObject } from '../derived.ts'
import {
  enforcedPolicies,
  isForPeople,
  isReadable,
  judgeConditionalAccess,
} from './conditional-access.ts'

export const p1Idle = defineCheck({
  id: 'ca.p1-idle',
  version: 1,
  title: 'A tenant with Microsoft Entra ID P1 uses Conditional Access',
  severity: 'high',
  why: 'Conditional Access is the main part of the license that is paid for. Without an enabled policy it has no effect.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and choose New policy from template.',
    'Start with the templates that require MFA of administrators and of all users, as report-only.',
    'Exclude the emergency accounts, switch off security defaults, and switch the policies on.',
  ],
  effort: 'hours',
  userImpact: 'People are asked for MFA as the policies require.',
  references: [],
  licence: null,
  needs: ['subscribedSkus'],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      if (valueOf(entraLicenseOfFacts(facts))?.hasP1 !== true)
        return notLicensed('Conditional Access needs Microsoft Entra ID P1.')
      const enabled = enforcedPolicies(policies)
      const counts = { policies: policies.length, enabledPolicies: enabled.length }
      if (enabled.length > 0)
        return passed('Policies are enabled.', { counts, objects: enabled.map(policyObject) })
      const mayEnforce = policies.filter(
        (policy) =>
          isForPeople(policy) &&
          !isReadable(policy) &&
          !['disabled', 'enabledForReportingButNotEnforced'].includes(policy.state),
      )
      return mayEnforce.length > 0
        ? notRead('The enabled policies could not be read.', {
            counts,
            objects: mayEnforce.map(policyObject),
          })
        : failed('No policy is enabled, although Microsoft Entra ID P1 is held.', { counts })
    }),
})
