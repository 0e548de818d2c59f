import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { NEW_LINK, readShare } from './share-values.ts'
import type { Shared, ShareValues } from './share-values.ts'

const shared: Shared = {
  tenantId: TenantId.parse('aaaaaaaa-0000-4000-8000-000000000001'),
  order: {
    reportType: 'user-license',
    selection: { licenseIds: ['sku-1', 'sku-2'], userIds: ['user-1'] },
  },
}
const read = (changes: Partial<ShareValues>) => readShare({ ...NEW_LINK, ...changes }, shared)

test('a link as it is offered lasts 7 days, opens without a limit and shows names', () => {
  expect(read({})).toEqual({
    input: {
      tenantId: shared.tenantId,
      reportType: 'user-license',
      reportData: '{"licenseIds":["sku-1","sku-2"],"userIds":["user-1"]}',
      expirationDays: 7,
      maxAccess: null,
      maskNames: false,
      passphrase: null,
    },
  })
})

test.for([
  ['', null],
  ['   ', null],
  ['1', 1],
  [' 1000 ', 1_000],
] as const)('the limit %j is %j', ([maxAccess, limit]) => {
  expect(read({ maxAccess })).toMatchObject({ input: { maxAccess: limit } })
})

test.for(['0', '1001', '-1', '2.5', '1e3', '0x10', 'five', '5 times', 'Infinity', '٣'])(
  'the limit %j is refused with what would be right',
  (maxAccess) => {
    expect(read({ maxAccess })).toEqual({
      problems: {
        maxAccess: 'Access limit must be a whole number from 1 to 1000, or blank for no limit',
      },
    })
  },
)

test.for([
  ['1234567', 'Passphrase must be at least 8 characters'],
  ['ä'.repeat(37), 'Passphrase must be at most 72 bytes'],
] as const)('the passphrase %j is refused', ([passphrase, message]) => {
  expect(read({ passphrase })).toEqual({ problems: { passphrase: message } })
})

test('a passphrase goes letter by letter', () => {
  expect(read({ passphrase: ' pass word ' })).toMatchObject({
    input: { passphrase: ' pass word ' },
  })
})

test('every field that is wrong is named', () => {
  const result = read({ maxAccess: '0', passphrase: 'x', expirationDays: 31 })
  const problems = 'problems' in result ? result.problems : {}
  expect(Object.keys(problems)).toEqual(
    expect.arrayContaining(['expirationDays', 'maxAccess', 'passphrase']),
  )
})

test('a link to the savings has the chosen licenses and no names to mask', () => {
  const selection = { licenseIds: ['e3'] }
  const order = { reportType: 'savings' as const, selection }
  expect(readShare({ ...NEW_LINK, maskNames: true }, { ...shared, order })).toMatchObject({
    input: { reportType: 'savings', reportData: '{"licenseIds":["e3"]}', maskNames: false },
  })
})

test('a link to the posture has no selection and no names to mask', () => {
  const order = { reportType: 'posture', selection: {} } as const
  expect(readShare({ ...NEW_LINK, maskNames: true }, { ...shared, order })).toMatchObject({
    input: { reportType: 'posture', reportData: '{}', maskNames: false },
  })
})
