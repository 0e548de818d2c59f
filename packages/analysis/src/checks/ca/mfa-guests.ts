import { wordsOf } from '../../coverage/facts.ts'
import { defineCheck, failed } from '../define-check.ts'
import type { PolicyFacts } from '../facts.ts'
import { guests, judgeAudience } from './audience.ts'
import { judgeConditionalAccess, requiresMfa } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'

const NONE = 'No enabled policy requires MFA of all guests for all resources.'

export const mfaGuests = defineCheck({
  id: 'ca.mfa-guests',
  version: 1,
  title: 'MFA is required of guests',
  severity: 'high',
  why: 'Guests reach shared files and teams with accounts that another organisation protects, or does not. A policy for guests of named organisations leaves the others out.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all guest and external users and all resources that requires MFA.',
    'Under External Identities > Cross-tenant access settings, trust the MFA of partners whose sign-in rules you know.',
  ],
  effort: 'hours',
  userImpact:
    'Guests register a second factor here, unless the MFA of their own organisation is trusted.',
  references: ['MT.1016'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const requiring = generalPolicies(policies, requiresMfa).filter(
        (policy) => !isForSomeDirectories(policy),
      )
      const audience = guests(facts)
      const isForGuests = requiring.some(
        (policy) => audience.isIncludedBy(policy) && !excludesGuests(policy),
      )
      const hasNoGuests = 'value' in facts.parts.users && audience.people.length === 0
      if (requiring.length === 0 || (hasNoGuests && !isForGuests)) return failed(NONE)
      return judgeAudience(facts, requiring, audience)
    }),
})

/** Guests of enumerated directories alone are some guests. */
function isForSomeDirectories({ conditions: { users } }: PolicyFacts): boolean {
  const others = [users?.includeUsers, users?.includeGroups, users?.includeRoles]
  return (
    users?.includeGuestsOrExternalUsers?.externalTenants?.membershipKind === 'enumerated' &&
    others.every((names) => (names ?? []).length === 0)
  )
}

function excludesGuests({ conditions: { users } }: PolicyFacts): boolean {
  const types = wordsOf(users?.excludeGuestsOrExternalUsers?.guestOrExternalUserTypes)
  return (
    (users?.excludeUsers ?? []).includes('GuestsOrExternalUsers') ||
    types.some((type) => type !== 'serviceProvider')
  )
}
