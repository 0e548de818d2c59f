import { expect, test } from 'vitest'

import type { PolicySettings } from './policy-details.ts'
import { namedIds, policySections } from './policy-sections.ts'

const EXCHANGE = '00000002-0000-0FF1-CE00-000000000000'

const policy: PolicySettings = {
  conditions: {
    users: {
      includeUsers: ['GuestsOrExternalUsers', 'u1', 'u1', ' '],
      includeGuestsOrExternalUsers: {
        guestOrExternalUserTypes: 'internalGuest,somethingNew',
        externalTenants: { membershipKind: 'enumerated' },
      },
      excludeRoles: ['r1'],
    },
    applications: { includeApplications: [EXCHANGE, 'app1'], excludeApplications: ['Office365'] },
    locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted', 'l1'] },
    clientAppTypes: ['browser'],
  },
  grantControls: { operator: 'OR', builtInControls: ['block'] },
  sessionControls: { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } },
}

const shown = (settings: readonly { label: string; items: readonly { name: string | null }[] }[]) =>
  settings.map(({ label, items }) => [label, ...items.map(({ name }) => name)])

test('settings are words and names, in the section that they belong to', () => {
  const sections = policySections(policy, (kind, id) => `${kind} ${id}`)
  expect(shown(sections.included)).toEqual([
    ['Users', 'Guests or external users', 'user u1'],
    ['Guests', 'Internal guests', 'somethingNew', 'Only of listed organizations'],
  ])
  expect(shown(sections.excluded)).toEqual([['Roles', 'role r1']])
  expect(shown(sections.resources)).toEqual([
    ['Resources', 'Office 365 Exchange Online', 'application app1'],
    ['Excluded resources', 'Office 365'],
  ])
  expect(shown(sections.conditions)).toEqual([
    ['Locations', 'Any location'],
    ['Excluded locations', 'All trusted locations', 'location l1'],
    ['Client apps', 'Browser'],
  ])
  expect(shown(sections.access)).toEqual([['Access', 'Block access']])
  expect(shown(sections.session)).toEqual([['Session', 'Sign-in frequency: every time']])
})

test('names are looked up once for each id, and not for words', () => {
  expect(namedIds(policy)).toEqual({
    user: ['u1'],
    group: [],
    role: ['r1'],
    application: ['app1'],
    location: ['l1'],
  })
})

test('a policy without settings applies to no user and has no grant control', () => {
  const sections = policySections({ conditions: {} }, () => undefined)
  expect(sections).toMatchObject({ included: [], excluded: [], resources: [], session: [] })
  expect(shown(sections.access)).toEqual([['Access', 'No grant control']])
})
