import { hoursSince } from '../age.ts'
import { defineCheck, failed } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import { notReturned, settingObject } from '../judge-setting.ts'
import type { AppManagementPolicyFacts } from '../rows.ts'
import { durationDays } from './duration.ts'

type Restrictions = NonNullable<AppManagementPolicyFacts['applicationRestrictions']>
type Restriction = NonNullable<Restrictions['passwordCredentials']>[number]

interface Requirement {
  readonly credentials: keyof Restrictions
  readonly type: string
  /** The longest lifetime; null for what is forbidden altogether. */
  readonly longestDays: number | null
  readonly name: string
}

const REQUIRED: readonly Requirement[] = [
  {
    credentials: 'passwordCredentials',
    type: 'passwordAddition',
    longestDays: null,
    name: 'New secrets are blocked',
  },
  {
    credentials: 'passwordCredentials',
    type: 'passwordLifetime',
    longestDays: 180,
    name: 'Secrets are valid for at most 180 days',
  },
  {
    credentials: 'keyCredentials',
    type: 'asymmetricKeyLifetime',
    longestDays: 365,
    name: 'Certificates are valid for at most 365 days',
  },
]

const POLICY = settingObject('defaultAppManagementPolicy', 'Application management policy')

export const credentialPolicy = defineCheck({
  id: 'app.credential-policy',
  version: 1,
  title: 'A policy limits the secrets and certificates of applications',
  severity: 'medium',
  why: 'Secrets of applications are copied, and work until they expire. The policy must block new secrets and limit secrets to 180 days and certificates to 365 days; applications from before its date stay as they are.',
  fix: [
    'In the Microsoft Entra admin center open Enterprise applications > Application policies.',
    'Block the addition of passwords, and limit their lifetime to 180 days.',
    'Limit the lifetime of certificates to 365 days.',
    'Switch the policy on, with exceptions for the applications that still need a secret.',
  ],
  effort: 'hours',
  userImpact: 'Developers use certificates or managed identities for new applications.',
  references: [
    'CIS 5.1.5.3',
    'CIS 5.1.5.4',
    'CIS 5.1.5.5',
    'CIS 5.1.5.6',
    'MS.AAD.5.5v1',
    'MS.AAD.5.6v1',
    'MS.AAD.5.7v1',
    'MT.1002',
  ],
  licence: null,
  needs: ['appManagementPolicy'],
  judge({ appManagementPolicy: { isEnabled, applicationRestrictions }, facts: { asOf } }) {
    if (isEnabled === false)
      return failed('The policy for credentials of applications is off.', { objects: [POLICY] })
    if (isEnabled !== true) return notReturned(POLICY)
    return judgeEach(REQUIRED, {
      counted: 'requirements',
      findingOf(requirement) {
        const restrictions = applicationRestrictions?.[requirement.credentials] ?? null
        return restrictions === null ? 'notKnown' : findingOf(restrictions, requirement, asOf)
      },
      objectOf: ({ type, name }) => settingObject(type, name),
      passed: 'The policy blocks new secrets and limits lifetimes.',
      failed: (count) => `The policy lacks ${count} of ${REQUIRED.length} limits.`,
      notKnown: () => 'Limits of the policy were not returned, or could not be read.',
    })
  },
})

/** One restriction that meets the requirement is enough. */
function findingOf(
  restrictions: readonly Restriction[],
  requirement: Requirement,
  asOf: Date,
): Finding {
  const findings = restrictions
    .filter(({ restrictionType }) => restrictionType === requirement.type)
    .map((restriction) => restrictionFinding(restriction, requirement, asOf))
  if (findings.includes('met')) return 'met'
  return findings.includes('notKnown') ? 'notKnown' : 'unmet'
}

function restrictionFinding(
  { state, maxLifetime, restrictForAppsCreatedAfterDateTime: from }: Restriction,
  { longestDays }: Requirement,
  asOf: Date,
): Finding {
  // Older answers hold no state, and only what is in force.
  const inForce = state ?? 'enabled'
  if (inForce === 'disabled') return 'unmet'
  if (inForce !== 'enabled') return 'notKnown'
  // A date that has not come yet exempts every application.
  if ((hoursSince(from, asOf) ?? 0) < 0) return 'unmet'
  if (longestDays === null) return 'met'
  const days = durationDays(maxLifetime)
  if (days === null) return 'notKnown'
  return days <= longestDays ? 'met' : 'unmet'
}
