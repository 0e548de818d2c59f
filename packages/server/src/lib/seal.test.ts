import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createSealer, SealError, type SealFailure } from './seal.ts'
import { parseKeyRing } from './secret-key.ts'

const newKey = (): string => randomBytes(32).toString('base64')
const purpose = 'azure-config.client-secret'
const oldKey = newKey()
const sealer = createSealer(parseKeyRing(oldKey))

const failureOf = (act: () => unknown): SealFailure | 'none' => {
  try {
    act()
    return 'none'
  } catch (error) {
    if (error instanceof SealError) return error.reason
    throw error
  }
}

test('whatever is sealed opens to the same text for the same purpose', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plaintext, anyPurpose) => {
      expect(sealer.open(sealer.seal(plaintext, anyPurpose), anyPurpose)).toBe(plaintext)
    }),
  )
})

test('the same secret sealed twice looks different and shows nothing of itself', () => {
  const secret = 'hunter2-hunter2'
  const [first, second] = [sealer.seal(secret, purpose), sealer.seal(secret, purpose)]
  expect(first).not.toBe(second)
  expect(first).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/)
  expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain(
    secret,
  )
})

test('a value sealed for one purpose does not open for another', () => {
  const sealed = sealer.seal('secret', purpose)
  expect(failureOf(() => sealer.open(sealed, 'share.token'))).toBe('not-authentic')
})

test('a change of any byte is noticed', () => {
  const sealed = sealer.seal('a secret of some length', purpose)
  const [version = '', keyId = '', text = ''] = sealed.split('.')
  const body = Buffer.from(text, 'base64url')
  for (const position of body.keys()) {
    const altered = Buffer.from(body)
    altered.writeUInt8(altered.readUInt8(position) ^ 1, position)
    const envelope = [version, keyId, altered.toString('base64url')].join('.')
    expect(failureOf(() => sealer.open(envelope, purpose))).toBe('not-authentic')
  }
})

test('a change of any character is noticed', () => {
  const sealed = sealer.seal('secret', purpose)
  for (let position = 0; position < sealed.length; position += 1) {
    const other = sealed[position] === 'A' ? 'B' : 'A'
    const altered = sealed.slice(0, position) + other + sealed.slice(position + 1)
    expect(failureOf(() => sealer.open(altered, purpose))).not.toBe('none')
  }
})

test('a value that was cut anywhere does not open', () => {
  const sealed = sealer.seal('secret', purpose)
  for (let length = 0; length < sealed.length; length += 1) {
    expect(failureOf(() => sealer.open(sealed.slice(0, length), purpose))).not.toBe('none')
  }
})

test('any text that was never sealed is malformed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(failureOf(() => sealer.open(text, purpose))).toBe('malformed')
    }),
  )
})

test('another key does not open it and says that the key is unknown', () => {
  const other = createSealer(parseKeyRing(newKey()))
  expect(failureOf(() => other.open(sealer.seal('secret', purpose), purpose))).toBe('unknown-key')
})

test('after a rotation old values open and new ones are sealed with the new key', () => {
  const rotatedKey = newKey()
  const rotated = createSealer(parseKeyRing(`${rotatedKey},${oldKey}`))
  const old = sealer.seal('secret', purpose)
  expect(rotated.open(old, purpose)).toBe('secret')
  const renewed = rotated.seal(rotated.open(old, purpose), purpose)
  expect(createSealer(parseKeyRing(rotatedKey)).open(renewed, purpose)).toBe('secret')
  expect(failureOf(() => sealer.open(renewed, purpose))).toBe('unknown-key')
  expect([old, renewed].map((sealed) => rotated.isNewest(sealed))).toEqual([false, true])
})

test('an error never repeats the sealed value or the secret', () => {
  const sealed = sealer.seal('hunter2', purpose)
  const messages = [sealed, `${sealed}.`, sealed.replace('v1.', 'v1.0')].map((value) => {
    try {
      return sealer.open(value, 'another purpose')
    } catch (error) {
      return error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : ''
    }
  })
  expect(messages.join(' ')).not.toContain('hunter2')
  expect(messages.join(' ')).not.toContain(sealed.slice(20))
  expect(messages.every((text) => text.includes('SealError'))).toBe(true)
})
