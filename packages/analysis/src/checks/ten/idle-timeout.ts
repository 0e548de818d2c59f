import { defineCheck, failed } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import { settingObject } from '../judge-setting.ts'
import type { TimeoutPolicyFacts } from '../rows.ts'
import { timeoutsOf } from './timeouts.ts'

const LONGEST_HOURS = 3

export const idleTimeout = defineCheck({
  id: 'ten.idle-timeout',
  version: 1,
  title: 'Idle web sessions end after at most 3 hours',
  severity: 'low',
  why: 'A browser that is left open on a shared device gives access to mail and files. The rule needs a default for all applications, and no application with a longer limit.',
  fix: [
    'In the Microsoft 365 admin center open Settings > Org settings > Security & privacy > Idle session timeout.',
    'Switch it on and select 3 hours or less.',
    'Check with a browser on an unmanaged device that the session ends.',
  ],
  effort: 'minutes',
  userImpact: 'People on unmanaged devices sign in again after a break.',
  references: ['CIS 1.3.2'],
  licence: null,
  needs: ['timeoutPolicies'],
  judge({ timeoutPolicies }) {
    const policies = timeoutPolicies.filter(
      ({ isOrganizationDefault }) => isOrganizationDefault !== false,
    )
    if (policies.length === 0)
      return failed('No policy ends idle web sessions.', {
        objects: [settingObject('activityBasedTimeoutPolicies', 'Idle session timeout')],
      })
    return judgeEach(policies, {
      counted: 'policies',
      findingOf,
      objectOf: ({ id, displayName }) => ({
        kind: 'policy',
        id: id ?? 'activityBasedTimeoutPolicies',
        name: displayName ?? null,
      }),
      passed: 'Idle web sessions end after at most 3 hours.',
      failed: () => 'Idle web sessions of some applications last longer than 3 hours.',
      notKnown: () => 'The policy for idle web sessions could not be read.',
    })
  },
})

function findingOf({ definition, isOrganizationDefault }: TimeoutPolicyFacts): Finding {
  const timeouts = timeoutsOf(definition)
  if (timeouts === null) return 'notKnown'
  const isShort = timeouts.every(({ hours }) => hours <= LONGEST_HOURS)
  if (!isShort || !timeouts.some(({ application }) => application === 'default')) return 'unmet'
  return isOrganizationDefault === true ? 'met' : 'notKnown'
}
