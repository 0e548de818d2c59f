import { defineCheck } from '../define-check.ts'
import { judgeForAll, members } from './audience.ts'
import { judgeConditionalAccess, requires } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'

export const managedDevice = defineCheck({
  id: 'ca.managed-device',
  version: 1,
  title: 'A managed device is required of members',
  severity: 'medium',
  why: 'A stolen password and session are worth little without a device of the organisation. Benchmarks name all users; guests may be left out here, because their devices are managed elsewhere.',
  fix: [
    'Enrol the devices of all members in Intune, or join them to the domain, and check that they are compliant.',
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources that requires a compliant or a hybrid joined device.',
    'Run it as report-only until few sign-ins would fail, then switch it on.',
  ],
  effort: 'days',
  userImpact: 'People can no longer sign in from private devices that are not enrolled.',
  references: ['CIS 5.2.2.9', 'MS.AAD.3.7v1', 'MT.1001'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const requiring = generalPolicies(policies, (policy) =>
        requires(policy, { controls: ['compliantDevice', 'domainJoinedDevice'] }),
      )
      return judgeForAll(facts, requiring, {
        none: 'No enabled policy requires a managed device of all users for all resources.',
        audience: members(facts),
      })
    }),
})
