import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const unified = (values: Readonly<Record<string, string | null>>) =>
  facts({
    groupSettings: [
      { displayName: 'Password Rule Settings', templateId: 'p', values: [] },
      {
        displayName: 'Group.Unified',
        templateId: '62375AB9-6B52-47ED-826B-58E47E0E304B',
        values: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
    ],
  })

export const cases: readonly CheckCase[] = [
  {
    name: 'creation is off',
    facts: unified({ EnableGroupCreation: 'False', GroupCreationAllowedGroupId: '' }),
    verdict: 'passed',
  },
  {
    name: 'creation is limited to a group',
    facts: unified({ EnableGroupCreation: 'false', GroupCreationAllowedGroupId: 'g' }),
    verdict: 'passed',
  },
  {
    name: 'a group does not limit where creation is on',
    facts: unified({ EnableGroupCreation: 'True', GroupCreationAllowedGroupId: 'g' }),
    verdict: 'failed',
    objects: ['EnableGroupCreation'],
  },
  {
    name: 'no settings are the default, which allows all users',
    facts: facts({ groupSettings: [] }),
    verdict: 'failed',
    counts: { isDefault: 1 },
  },
  {
    name: 'settings without the value',
    facts: unified({ AllowToAddGuests: 'True' }),
    verdict: 'notRead',
  },
  {
    name: 'a value that is null',
    facts: unified({ EnableGroupCreation: null }),
    verdict: 'notRead',
  },
  { name: 'not read', facts: facts({ groupSettings: 'failed' }), verdict: 'notRead' },
]
