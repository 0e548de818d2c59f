import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import { signInFinding, signInsById } from '../last-use.ts'
import { judgeAdministrators } from './administrators.ts'

const UNUSED_DAYS = 45

export const staleAdmin = defineCheck({
  id: 'role.stale-admin',
  version: 1,
  title: 'Every administrator signed in within 45 days',
  severity: 'high',
  why: 'An unused account with a privileged role is not missed when it is stolen. Declared emergency accounts are expected to be unused.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Users and check with the owner whether the account is needed.',
    'Remove its roles under Assigned roles when it is not.',
    'Block its sign-in, and delete it after a month.',
  ],
  effort: 'hours',
  userImpact: 'Owners of unused accounts lose their roles and can ask for them again.',
  references: ['MT.1029'],
  licence: null,
  needs: ['users', 'roleAssignments', 'signInActivity'],
  judge({ facts }, now) {
    const signIns = signInsById(facts)
    const within = { days: UNUSED_DAYS, at: now }
    return judgeAdministrators(facts, {
      isAsked: isEnabled,
      isFailing(user) {
        const finding = signInFinding(user, signIns.get(user.id.toLowerCase()), within)
        return finding === 'notKnown' ? null : finding === 'unmet'
      },
      texts: {
        failed: `did not sign in for more than ${UNUSED_DAYS} days`,
        passed: `Every administrator signed in within ${UNUSED_DAYS} days, or is new`,
        notKnown: 'neither a sign-in nor the day of creation is known',
      },
    })
  },
})
