import { expect, test } from 'vitest'

import { withUnknownMembers } from './unknown-members.ts'

const FUTURE = { '@odata.type': '#microsoft.graph.futureType' }
const LICENSE = { skuId: 'x', state: 'Active', error: 'None' }

test('adds properties to every row, and enum members to the first one', () => {
  const row = {
    userType: 'Member',
    displayName: 'Ada',
    licenseAssignmentStates: [LICENSE, LICENSE],
  }
  const { body } = withUnknownMembers({ status: 200, headers: {}, body: { value: [row, row] } })
  expect(body).toMatchObject({
    futureProperty: FUTURE,
    value: [
      {
        displayName: 'Ada',
        userType: 'unknownFutureValue',
        licenseAssignmentStates: [
          { skuId: 'x', state: 'unknownFutureValue', error: 'unknownFutureValue' },
          LICENSE,
        ],
        futureProperty: FUTURE,
      },
      { ...row, futureProperty: FUTURE },
    ],
  })
  expect(row.userType).toBe('Member')
})

test('adds members to lists of them, deep inside of a policy', () => {
  const policy = {
    state: 'enabled',
    conditions: { clientAppTypes: ['all'], users: { includeUsers: ['All'] } },
    grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  }
  const { body } = withUnknownMembers({ status: 200, headers: {}, body: policy })
  expect(body).toMatchObject({
    state: 'unknownFutureValue',
    conditions: {
      clientAppTypes: ['all', 'unknownFutureValue'],
      users: { includeUsers: ['All'] },
    },
    grantControls: { builtInControls: ['mfa', 'unknownFutureValue'] },
  })
})

test('leaves refusals and plain text as they are', () => {
  const refusal = { status: 403, headers: {}, body: { error: { code: 'AccessDenied' } } }
  expect(withUnknownMembers(refusal)).toBe(refusal)
  const text = { status: 200, headers: {}, body: '17' }
  expect(withUnknownMembers(text)).toBe(text)
})
