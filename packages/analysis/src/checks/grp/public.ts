import { counted } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import type { GroupFacts } from '../rows.ts'

export const publicGroups = defineCheck({
  id: 'grp.public',
  version: 1,
  title: 'Microsoft 365 groups are private, or approved as public',
  severity: 'low',
  why: 'Every user can join a public group and read its files. Groups that are public on purpose count too.',
  fix: [
    'In the Microsoft 365 admin center open Teams & groups > Active teams & groups.',
    'Open each public group, and ask its owner whether all users may read it.',
    'Set the privacy of the others to Private under Settings.',
  ],
  effort: 'hours',
  userImpact: 'Users ask an owner before they join a group that was public.',
  references: ['CIS 1.2.1'],
  licence: null,
  needs: ['groups'],
  judge: ({ groups }) =>
    judgeEach(
      groups.filter((group) => isUnified(group) !== false),
      {
        counted: 'groups',
        findingOf,
        objectOf: ({ id, displayName }) => ({ kind: 'group', id, name: displayName ?? null }),
        passed: 'No Microsoft 365 group is public.',
        failed: (count) => `${counted(count, 'Microsoft 365 group')} can be read by every user.`,
        notKnown: (count) => `The privacy of ${counted(count, 'group')} is not known.`,
      },
    ),
})

/** Returns null when the kind of the group is not known. */
const isUnified = ({ groupTypes }: GroupFacts): boolean | null =>
  groupTypes ? groupTypes.some((type) => type.toLowerCase() === 'unified') : null

function findingOf(group: GroupFacts): Finding {
  const visibility = group.visibility?.toLowerCase()
  if (visibility === 'private' || visibility === 'hiddenmembership') return 'met'
  return visibility === 'public' && isUnified(group) === true ? 'unmet' : 'notKnown'
}
