import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { parseKeyRing } from '../../../lib/secret-key.ts'
import { makeDataDir, removeDataDir } from '../../../testing/database-template.ts'
import { checkEnvironment } from './environment.ts'
import { checkSessionSecret } from './session-secret.ts'

const KEY = 'q3J8m1b2ZkX0vS7tYw5uR4nPcL9hD6aEgF2iKoUxVzM='
const keyRing = parseKeyRing(KEY)
const { platform } = process
const runOn = (value: string) => Object.defineProperty(process, 'platform', { value })

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir()
  const file = path.join(dataDir, 'secret.key')
  await writeFile(file, KEY)
  await chmod(file, 0o644)
})
afterEach(async () => {
  runOn(platform)
  await removeDataDir(dataDir)
})

const outcomes = () => {
  const config = {
    dataDir,
    databaseUrl: null,
    microsoftEndpoint: null,
    nodeEnv: 'production',
    publicUrl: new URL('https://tenantscope.example.com'),
    secretKey: null,
    secretKeyFile: null,
  }
  const facts = {
    keyFingerprints: () => Promise.resolve(keyRing.map(({ fingerprint }) => fingerprint)),
  }
  return Promise.all([
    checkEnvironment({ keyRing, config }),
    checkSessionSecret({ keyRing, config, facts }),
  ])
}

test.skipIf(process.platform === 'win32')(
  'a file with a secret that others can read fails where rights are read',
  async () => {
    for (const { passed, evidence, unverified } of await outcomes()) {
      expect([passed, unverified]).toEqual([false, []])
      expect(evidence).toContain('secret.key')
    }
  },
)

test('on Windows it is not taken for closed', async () => {
  runOn('win32')
  const [environment, secret] = await outcomes()
  const reason = 'Access rights to secret.key cannot be checked on Windows.'
  const howToVerify = expect.stringContaining('icacls') as unknown
  expect(environment.unverified).toEqual([
    { name: 'Read access to files with secrets', reason, howToVerify },
  ])
  expect(secret.unverified).toEqual([
    { name: 'Read access to the secret key', reason, howToVerify },
  ])
})
