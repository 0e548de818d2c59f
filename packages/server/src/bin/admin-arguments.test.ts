import { expect, test } from 'vitest'

import { commandFrom } from './admin-arguments.ts'
import { UsageError } from './usage.ts'

test.each([
  ['list', { name: 'list' }],
  [
    'add-local ada --name Ada --email ada@partner.example',
    { name: 'add-local', username: 'ada', displayName: 'Ada', email: 'ada@partner.example' },
  ],
  ['add-local ada', { name: 'add-local', username: 'ada', displayName: null, email: null }],
  [
    'add-microsoft OID --tenant TID --name Mina --email m@x.example --role viewer',
    {
      name: 'add-microsoft',
      objectId: 'OID',
      tenantId: 'TID',
      displayName: 'Mina',
      email: 'm@x.example',
      role: 'viewer',
    },
  ],
  ['set-role ada technician', { name: 'set-role', user: 'ada', role: 'technician' }],
  ['grant ada --all', { name: 'grant', user: 'ada', tenantIds: 'all' }],
  ['grant ada --tenant A --tenant B', { name: 'grant', user: 'ada', tenantIds: ['A', 'B'] }],
  [
    'grant ada --group North --group South',
    { name: 'grant-groups', user: 'ada', groups: ['North', 'South'] },
  ],
  ['revoke ada --tenant A', { name: 'revoke', user: 'ada', tenantIds: ['A'] }],
  ['disable ada', { name: 'disable', user: 'ada' }],
  ['enable ada', { name: 'enable', user: 'ada' }],
  ['reset-password ada', { name: 'reset-password', user: 'ada' }],
  ['unlock ada', { name: 'unlock', user: 'ada' }],
  ['reset-second-factor ada', { name: 'reset-second-factor', user: 'ada' }],
  ['verify-audit', { name: 'verify-audit' }],
  ['enable-local', { name: 'enable-local' }],
  ['disable-local', { name: 'disable-local' }],
  ['require-second-factor', { name: 'require-second-factor' }],
  ['allow-password-only', { name: 'allow-password-only' }],
  [
    'add-tenant TID --name Contoso',
    { name: 'add-tenant', tenantId: 'TID', displayName: 'Contoso' },
  ],
])('%s', (line, command) => {
  expect(commandFrom(line.split(' '))).toEqual(command)
})

test.each([
  ['', 'A command is required'],
  ['dance', 'Unknown command: dance'],
  ['toString', 'Unknown command: toString'],
  ['disable', 'disable takes one word after it, not 0'],
  ['disable ada bob', 'disable takes one word after it, not 2'],
  ['grant ada', 'grant takes either --all or --tenant ID'],
  ['grant ada --all --tenant A', 'grant takes either --all or --tenant ID'],
  ['grant ada --group North --tenant A', 'grant takes either --all or --tenant ID or --group NAME'],
  ['revoke ada', '--tenant is missing'],
  ['disable ada --all', 'disable takes no --all'],
  [
    'add-microsoft OID --tenant A --tenant B --name N --email E --role admin',
    '--tenant is given once',
  ],
  ['list --loud', /loud/u],
])('%j is not understood', (line, message) => {
  const words = line.split(' ').filter((word) => word !== '')
  expect(() => commandFrom(words)).toThrow(UsageError)
  expect(() => commandFrom(words)).toThrow(message)
})
