import { counted } from '../../counted.ts'
import { isOlderThan } from '../age.ts'
import { defineCheck } from '../define-check.ts'
import { isEnabled, userObject } from '../derived.ts'
import type { UserFacts } from '../facts.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import { isPending } from './invitation.ts'

const DAYS = 30

export const pendingGuests = defineCheck({
  id: 'gst.pending',
  version: 1,
  title: 'Invitations that are not accepted within 30 days are removed',
  severity: 'medium',
  why: 'An open invitation gives access to the person who controls the mailbox when it is accepted. After a month it is rarely still wanted.',
  fix: [
    'In the Microsoft Entra admin center open Users, and filter by invitation state Pending acceptance.',
    'Ask the inviter whether the guest is still expected, and send the invitation again where it is.',
    'Delete the other accounts.',
  ],
  effort: 'minutes',
  userImpact: 'A guest who accepts late needs a new invitation.',
  references: [],
  licence: null,
  needs: ['users'],
  judge: ({ users, facts: { asOf } }) =>
    judgeEach(
      users.filter((user) => isPending(user) && isEnabled(user)),
      {
        counted: 'pending',
        findingOf: (user) => findingOf(user, asOf),
        objectOf: userObject,
        passed: `No invitation is open for more than ${DAYS} days.`,
        failed: (count) =>
          `${counted(count, 'invitation')} ${count === 1 ? 'was' : 'were'} not accepted within ${DAYS} days.`,
        notKnown: (count) => `The age of ${counted(count, 'invitation')} is not known.`,
      },
    ),
})

function findingOf(
  { externalUserStateChangeDateTime, createdDateTime }: UserFacts,
  asOf: Date,
): Finding {
  const invitedAt = externalUserStateChangeDateTime ?? createdDateTime
  const isOld = isOlderThan(invitedAt, { days: DAYS }, asOf)
  if (isOld === null) return 'notKnown'
  return isOld ? 'unmet' : 'met'
}
