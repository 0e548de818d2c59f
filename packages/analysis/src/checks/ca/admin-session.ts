import { defineCheck } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { judgeForAdministrators } from './audience.ts'
import {
  enforcedPolicies,
  includesAllApplications,
  isNarrowed,
  judgeConditionalAccess,
} from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'
import { isBrowserNeverPersistent, signInFrequencyHours } from './sessions.ts'

/** The longest session of an administrator. */
const HOURS_MAX = 24

export const adminSession = defineCheck({
  id: 'ca.admin-session',
  version: 1,
  title: 'Sessions of administrators end after a day and with the browser',
  severity: 'medium',
  why: 'A stolen session of an administrator is as good as the account while it lasts. A sign-in frequency of at most 24 hours is required, and browsers that do not stay signed in.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for the privileged directory roles and all resources.',
    'Under Session set a sign-in frequency of 4 to 24 hours and "Persistent browser session" to "Never persistent".',
  ],
  effort: 'minutes',
  userImpact: 'Administrators sign in again each day and after they close the browser.',
  references: ['CIS 5.2.2.4'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeForAdministrators(
        facts,
        [
          generalPolicies(policies, isShort),
          enforcedPolicies(policies).filter(
            (policy) =>
              isBrowserNeverPersistent(policy) &&
              isForBrowsers(policy) &&
              includesAllApplications(policy) &&
              !isNarrowed(policy, ['client']),
          ),
        ],
        'No enabled policies end the sessions of administrators after a day and with the browser.',
      ),
    ),
})

function isShort(policy: PolicyFacts): boolean {
  const hours = signInFrequencyHours(policy)
  return hours !== null && hours <= HOURS_MAX
}

function isForBrowsers({ conditions: { clientAppTypes } }: PolicyFacts): boolean {
  const clients = clientAppTypes ?? []
  return clients.length === 0 || clients.includes('all') || clients.includes('browser')
}
