import { UserId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import {
  earlierRecoveryCodeHash,
  enrollmentOf,
  recoveryCodeHash,
  recoveryCodeOf,
  stepOf,
} from './second-factor.rules.ts'

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1_000)

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is that of RFC 6238', (seconds, code) => {
  expect(stepOf(code, secret, at(seconds))).toBe(Math.floor(seconds / 30))
})

test.each([
  [-31, null],
  [-30, 1],
  [0, 1],
  [29, 1],
  [59, 1],
  [60, null],
])(
  'a code counts one step before and after its own: %i seconds from its beginning',
  (offset, step) => {
    expect(stepOf('287082', secret, at(30 + offset))).toBe(step)
  },
)

test.each(['', 'abcdef', '28708', '2870820', '287082x', '２８７０８２'])(
  '%o is no code',
  (code) => {
    expect(stepOf(code, secret, at(59))).toBeNull()
  },
)

test('spaces in a code are passed over', () => {
  expect(stepOf(' 287 082 ', secret, at(59))).toBe(1)
})

test('the app gets the secret in base32 and as an address that names product and person', () => {
  const { secret: typed, uri } = enrollmentOf(secret, 'Ada Ødegård')
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const address = new URL(uri)
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Tenantscope:Ada Ødegård')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Tenantscope',
    secret: typed,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('a recovery code has four groups of unambiguous letters', () => {
  expect(recoveryCodeOf(Buffer.alloc(10))).toBe('0000-0000-0000-0000')
  expect(recoveryCodeOf(Buffer.alloc(10, 0xff))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  expect(recoveryCodeOf(Buffer.from('00443214c74254b635cf', 'hex'))).toBe('0123-4567-89AB-CDEF')
})

test('a recovery code is the same however it is written, of one user and hashed slowly', async () => {
  const [one, other] = [UserId.parse(1), UserId.parse(2)]
  const hash = await recoveryCodeHash(one, '0123-4567-89AB-CD1F')
  expect(hash).toMatch(/^scrypt\.[0-9a-f]{64}$/u)
  for (const written of ['0123 4567 89ab cd1f', 'o123456789abcdlf', ' O123-4567-89AB-CDIF ']) {
    expect(await recoveryCodeHash(one, written)).toBe(hash)
    expect(earlierRecoveryCodeHash(written)).toBe(earlierRecoveryCodeHash('0123456789ABCD1F'))
  }
  expect(await recoveryCodeHash(one, '0123-4567-89AB-CD1G')).not.toBe(hash)
  expect(await recoveryCodeHash(other, '0123-4567-89AB-CD1F')).not.toBe(hash)
})
