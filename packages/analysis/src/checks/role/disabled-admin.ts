import { defineCheck } from '../define-check.ts'
import { judgeAdministrators } from './administrators.ts'

export const disabledAdmin = defineCheck({
  id: 'role.disabled-admin',
  version: 1,
  title: 'No blocked account holds a privileged role',
  severity: 'medium',
  why: 'A blocked account with a role becomes an administrator again when its sign-in is allowed, and helpdesk staff may do that by mistake.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Users and select the blocked account.',
    'Under Assigned roles remove every role.',
    'Remove the account from role-assignable groups.',
  ],
  effort: 'minutes',
  userImpact: 'None, because these accounts cannot sign in.',
  references: ['MT.1029'],
  licence: null,
  needs: ['users', 'roleAssignments'],
  judge: ({ facts }) =>
    judgeAdministrators(facts, {
      isAsked: () => true,
      isFailing: ({ accountEnabled }) => (accountEnabled === null ? null : !accountEnabled),
      texts: {
        failed: 'are blocked and still hold a privileged role',
        passed: 'No blocked account holds a privileged role by an active assignment',
        notKnown: 'it was not read whether sign-in is blocked',
      },
    }),
})
