import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createKeyFile, parseKeyRing, readKeyFile, SecretKeyRefused } from './secret-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const newKey = (): string => randomBytes(32).toString('base64')

test('several keys are read in their order, spaces and line ends aside', () => {
  const [first, second] = [newKey(), newKey()]
  const ring = parseKeyRing(` ${first} ,\n${second}\n`)
  expect(ring.map(({ fingerprint }) => fingerprint)).toEqual(
    [first, second].flatMap((key) => parseKeyRing(key).map(({ fingerprint }) => fingerprint)),
  )
})

test('a fingerprint distinguishes keys and contains nothing of them', () => {
  const key = newKey()
  const [secretKey] = parseKeyRing(key)
  expect(secretKey.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(secretKey.fingerprint).not.toBe(parseKeyRing(newKey())[0].fingerprint)
  expect(JSON.stringify(secretKey)).not.toContain(key.slice(0, 20))
  expect(secretKey.fingerprint).not.toContain(Buffer.from(key, 'base64').toString('hex'))
})

test.each([
  ['nothing', ''],
  ['a word', 'changeme'],
  ['31 bytes', randomBytes(31).toString('base64')],
  ['33 bytes', randomBytes(33).toString('base64')],
  ['hexadecimal', randomBytes(32).toString('hex')],
  ['a trailing comma', `${newKey()},`],
])('%s is refused', (_, text) => {
  expect(() => parseKeyRing(text)).toThrow(SecretKeyRefused)
})

test('a refusal says which key is wrong and repeats none', () => {
  const [good, bad] = [newKey(), newKey().slice(1)]
  const parsing = (): unknown => parseKeyRing(`${good},${bad}`)
  expect(parsing).toThrow('Key 2 of 2')
  expect(parsing).not.toThrow(good)
  expect(parsing).not.toThrow(bad)
})

test('a made key file is for its owner alone and reads back as the same key', async () => {
  const [made] = await createKeyFile(dataDir)
  expect((await stat(path.join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  expect((await readKeyFile(dataDir))?.[0].fingerprint).toBe(made.fingerprint)
  expect(await readFile(path.join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
})

test('where no key file is, none is read', async () => {
  expect(await readKeyFile(dataDir)).toBeNull()
})

test('a damaged key file is refused', async () => {
  await writeFile(path.join(dataDir, 'secret.key'), 'half a k')
  await expect(readKeyFile(dataDir)).rejects.toThrow(SecretKeyRefused)
})

test('a key file that holds no key is refused by its name', async () => {
  await writeFile(path.join(dataDir, 'secret.key'), 'changeme')
  await expect(readKeyFile(dataDir)).rejects.toThrow(/secret\.key: Key 1 of 1 is not 32 bytes/u)
})
