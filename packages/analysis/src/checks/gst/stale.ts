import { counted } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, isGuest, userObject } from '../derived.ts'
import { judgeEach } from '../judge-each.ts'
import { signInFinding, signInsById } from '../last-use.ts'
import { isPending } from './invitation.ts'

const DAYS = 90

export const staleGuests = defineCheck({
  id: 'gst.stale',
  version: 1,
  title: 'Guests who do not sign in are blocked or removed',
  severity: 'medium',
  why: 'A guest keeps access to groups and files after a project ends. The limit is 90 days; invitations that were never accepted are judged by a check of their own.',
  fix: [
    'In the Microsoft Entra admin center open Users, and filter by user type Guest.',
    'Ask the sponsor or the owner of the groups whether the guest still needs access.',
    'Block or delete the other guests.',
  ],
  effort: 'hours',
  userImpact: 'A guest who returns needs a new invitation.',
  references: [],
  licence: null,
  needs: ['users', 'signInActivity'],
  judge({ users, facts }) {
    const byId = signInsById(facts)
    const guests = users.filter(
      (user) =>
        isGuest(user) && isEnabled(user) && !isPending(user) && !isEmergencyAccount(facts, user.id),
    )
    return judgeEach(guests, {
      counted: 'guests',
      findingOf: (guest) =>
        signInFinding(guest, byId.get(guest.id.toLowerCase()), { days: DAYS, at: facts.asOf }),
      objectOf: userObject,
      passed: `Every enabled guest signed in within ${DAYS} days.`,
      failed: (count) => `${counted(count, 'guest')} did not sign in for ${DAYS} days.`,
      notKnown: (count) => `The last sign-in of ${counted(count, 'guest')} is not known.`,
    })
  },
})
