import { defineCheck, notApplicable } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, isMember } from '../derived.ts'
import { judgeMfaCapable, registrationsById } from './registration.ts'

export const mfaCapable = defineCheck({
  id: 'auth.mfa-capable',
  version: 1,
  title: 'All members can use MFA',
  severity: 'high',
  why: 'A policy that requires MFA protects a person only after a method is registered. Until then, anyone with the password can register one. Guests are not counted, because they can register in their own directory.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > User registration details and filter by not MFA capable.',
    'Start a registration campaign, or give each person a temporary access pass to register with.',
    'Block accounts that are not used.',
  ],
  effort: 'days',
  userImpact: 'People without a method are asked to register one.',
  references: ['CIS 5.2.3.4'],
  licence: null,
  needs: ['registrationDetails', 'users'],
  judge({ users, facts }) {
    const members = users.filter(
      (user) => isEnabled(user) && isMember(user) && !isEmergencyAccount(facts, user.id),
    )
    if (members.length === 0) return notApplicable('There are no enabled members.')
    return judgeMfaCapable(members, registrationsById(facts), 'members')
  },
})
