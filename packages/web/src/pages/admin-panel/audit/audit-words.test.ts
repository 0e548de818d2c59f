import { expect, test } from 'vitest'

import { createFormat } from '../../../lib/format.ts'
import { detailsText } from './audit-words.ts'

const nothing = { type: 'tenant', oldValue: null, newValue: null, details: null } as const
const names = new Map([
  ['1d5e', 'Adriatica'],
  ['498f', 'Borealis'],
])

const { dateTime } = createFormat('Europe/Berlin')

test.each([
  [nothing, null],
  [{ ...nothing, oldValue: 'Sales', newValue: 'admin' }, 'Sales → admin'],
  [{ ...nothing, type: 'user', oldValue: 'viewer', newValue: 'admin' }, 'Viewer → Administrator'],
  [{ ...nothing, type: 'user', newValue: 'anna@msp.example' }, 'anna@msp.example'],
  [
    { ...nothing, type: 'access', oldValue: 'list', newValue: '1d5e, 498f, gone' },
    'Chosen tenants → Adriatica, Borealis, gone',
  ],
  [
    { ...nothing, type: 'access', newValue: Array.from({ length: 12 }, () => '1d5e').join(', ') },
    `${Array.from({ length: 10 }, () => 'Adriatica').join(', ')} and 2 more`,
  ],
  [{ ...nothing, newValue: '1 link', details: 'alias' }, '1 link; alias'],
  [
    { ...nothing, details: '{"shareId":"1f0c","expirationDays":7,"isKept":true,"limit":null}' },
    'share id: 1f0c; expiration days: 7; kept: yes',
  ],
  [
    { ...nothing, details: '{"shares":[{"shareId":"1"},{"shareId":"2"}]}' },
    'shares: share id: 1, share id: 2',
  ],
  [
    {
      ...nothing,
      oldValue: '{"name":null,"accentColor":"#0f6cbd","retentionMonths":12}',
      newValue: '{"name":"Northwind","accentColor":"#0f6cbd","retentionMonths":24}',
      details: 'name, retention',
    },
    'name: none → Northwind; retention months: 12 → 24; name, retention',
  ],
  [
    {
      ...nothing,
      oldValue: '{"tenantId":"1d5e","reportType":"license","recipientIds":[]}',
      newValue: '{"tenantId":"1d5e","reportType":"license","recipientIds":[]}',
    },
    'tenant: Adriatica; report type: license; recipient ids: none',
  ],
  [{ ...nothing, oldValue: '{not JSON', newValue: '{"a":1}' }, '{not JSON → a: 1'],
  [{ ...nothing, details: '{not JSON' }, '{not JSON'],
  [
    { ...nothing, details: '{"isForOneObject":false,"endsAt":"2027-05-28T07:47:10.860Z"}' },
    'for one object: no; ends at: May 28, 2027 at 9:47:10 AM GMT+2',
  ],
])('%o reads %s', (entry, text) => {
  expect(detailsText(entry, { tenantName: (id) => names.get(id), dateTime })).toBe(text)
})
