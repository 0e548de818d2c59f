import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, notRead } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, isMember } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import { privilegedHolders } from '../role-holders.ts'
import { judgeMfaCapable, registrationsById } from './registration.ts'
import type { Registrations } from './registration.ts'

export const adminMfaRegistered = defineCheck({
  id: 'auth.admin-mfa-registered',
  version: 1,
  title: 'All administrators have registered MFA',
  severity: 'critical',
  why: 'An administrator without a usable method can be taken over with the password alone. A method counts only when the policy allows it for that person. Guests are not counted, because they can register in their own directory.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > User registration details and filter by administrators.',
    'Have each listed administrator register a passkey or the Authenticator app.',
    'Remove the roles of accounts that are not used.',
  ],
  effort: 'hours',
  userImpact: 'Administrators without a method must register one before they sign in again.',
  references: ['MT.1063'],
  licence: null,
  needs: ['registrationDetails', 'users'],
  judge({ users, facts }) {
    const registrations = registrationsById(facts)
    const isAdmin = adminTest(facts, registrations)
    const members = users.filter(
      (user) => isEnabled(user) && isMember(user) && !isEmergencyAccount(facts, user.id),
    )
    const administrators = members.filter((user) => isAdmin(user) === true)
    const judgement = judgeMfaCapable(administrators, registrations, 'administrators')
    if (judgement.verdict === 'failed') return judgement
    if (members.some((user) => isAdmin(user) === null))
      return notRead('The report does not say of all members whether they are administrators.')
    return administrators.length === 0
      ? notRead('The report names no administrator among the enabled members.')
      : judgement
  },
})

/** The report is older than the assignments: a holder of a privileged role counts in any case. */
function adminTest(facts: CheckFacts, registrations: Registrations) {
  const { rolesById, isComplete } = privilegedHolders(facts)
  const isRead = isComplete && valueOf(facts.parts.roleAssignments) !== null
  return (user: UserFacts): boolean | null => {
    const id = user.id.toLowerCase()
    if (rolesById.has(id)) return true
    return registrations.get(id)?.isAdmin ?? (isRead ? false : null)
  }
}
