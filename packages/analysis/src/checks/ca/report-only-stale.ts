import { isOlderThan } from '../age.ts'
import { defineCheck } from '../define-check.ts'
import { judgeConditionalAccess } from './conditional-access.ts'
import { judgeEachPolicy } from './judge-each-policy.ts'

const TRIAL_DAYS = 30

export const reportOnlyStale = defineCheck({
  id: 'ca.report-only-stale',
  version: 1,
  title: 'No policy stays report-only for more than 30 days',
  severity: 'medium',
  why: 'A report-only policy enforces nothing. After a month without a change it is usually forgotten. The days count from the last change, or from the creation of a policy that was never changed.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Insights and reporting and check whom the policy would stop.',
    'Correct the exclusions, then switch the policy on.',
    'Delete the policy when it is not needed.',
  ],
  effort: 'hours',
  userImpact: 'People must meet the requirements of the policy after it is switched on.',
  references: [],
  licence: null,
  needs: [],
  judge: ({ facts }, now) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeEachPolicy(
        policies.filter(({ state }) => state === 'enabledForReportingButNotEnforced'),
        ({ modifiedDateTime, createdDateTime }) =>
          isOlderThan(modifiedDateTime ?? createdDateTime, { days: TRIAL_DAYS }, now),
        {
          failed: `Report-only policies without a change for more than ${TRIAL_DAYS} days were found.`,
          passed: `No policy is report-only without a change for more than ${TRIAL_DAYS} days.`,
          notKnown: 'The day on which a report-only policy was changed is not known.',
        },
      ),
    ),
})
