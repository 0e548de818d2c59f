import { defineCheck } from '../define-check.ts'
import { isEnabled, isGuest } from '../derived.ts'
import { judgeAdministrators } from './administrators.ts'

export const guestAdmin = defineCheck({
  id: 'role.guest-admin',
  version: 1,
  title: 'No guest holds a privileged role',
  severity: 'high',
  why: 'The home organization of a guest decides on passwords, methods and who leaves. A guest with a privileged role puts the tenant in its hands.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Roles & admins and open each privileged role.',
    'Remove the assignments of guests.',
    'Give partners delegated access (GDAP), or an account of this tenant, instead.',
  ],
  effort: 'hours',
  userImpact: 'Guests lose administration; partners use delegated access or another account.',
  references: ['MT.1025'],
  licence: null,
  needs: ['users', 'roleAssignments'],
  judge: ({ facts }) =>
    judgeAdministrators(facts, {
      isAsked: isEnabled,
      isFailing: isGuest,
      texts: {
        failed: 'are guests',
        passed: 'No guest holds a privileged role by an active assignment',
        notKnown: 'the type of the account was not read',
      },
    }),
})
