import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'
import type { GroupFacts } from '../rows.ts'

const group = (id: string, changes: Partial<GroupFacts> = {}): GroupFacts => ({
  id,
  displayName: id,
  visibility: 'Private',
  groupTypes: ['Unified'],
  ...changes,
})
const withGroups = (...groups: GroupFacts[]) => facts({ groups })

export const cases: readonly CheckCase[] = [
  {
    name: 'private and hidden groups',
    facts: withGroups(group('g1'), group('g2', { visibility: 'HiddenMembership' })),
    verdict: 'passed',
    counts: { groups: 2, unmet: 0 },
  },
  {
    name: 'a public group beside one that is not known',
    facts: withGroups(
      group('g1'),
      group('g2', { visibility: 'Public', groupTypes: ['DynamicMembership', 'Unified'] }),
      group('g3', { visibility: null }),
    ),
    verdict: 'failed',
    objects: ['g2'],
    counts: { groups: 3, unmet: 1, notKnown: 1 },
  },
  {
    name: 'security groups are not judged',
    facts: withGroups(
      group('g1', { visibility: 'Public', groupTypes: [] }),
      group('g2', { visibility: null, groupTypes: [] }),
    ),
    verdict: 'passed',
    counts: { groups: 0 },
  },
  { name: 'no groups', facts: withGroups(), verdict: 'passed' },
  {
    name: 'a visibility that is null',
    facts: withGroups(group('g1', { visibility: null })),
    verdict: 'notRead',
  },
  {
    name: 'a public group whose kind is not known',
    facts: withGroups(group('g1', { visibility: 'Public', groupTypes: null })),
    verdict: 'notRead',
  },
  { name: 'not read', facts: facts({ groups: 'notRead' }), verdict: 'notRead' },
]
