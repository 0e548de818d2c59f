import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { CannotVerify } from '../security-checks.rules.ts'
import { checkDependencies } from './dependencies.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tenantscope-test-'))
})
afterEach(() => rm(directory, { recursive: true }))

const LOCKED = {
  '': { version: '1.0.0' },
  'node_modules/one': { version: '1.2.3', integrity: 'sha512-one' },
  'node_modules/one/node_modules/@scope/two': { version: '2.0.0', integrity: 'sha512-two' },
  'node_modules/left-out': { version: '3.0.0', integrity: 'sha512-three' },
  'node_modules/for-developers': { version: '4.0.0', dev: true },
  'node_modules/ours': { link: true },
}

async function install(packages: Record<string, string>): Promise<void> {
  for (const [place, version] of Object.entries(packages)) {
    await mkdir(path.join(directory, place), { recursive: true })
    await writeFile(path.join(directory, place, 'package.json'), JSON.stringify({ version }))
  }
}
const write = (name: string, packages: object) =>
  writeFile(path.join(directory, name), JSON.stringify({ packages }))
const check = (nodeVersion = 'v24.21.0', now = '2026-11-22') =>
  checkDependencies({
    projectDirectory: directory,
    nodeVersion,
    clock: { now: () => new Date(now) },
  })

const WHOLE = { 'node_modules/one': '1.2.3', 'node_modules/one/node_modules/@scope/two': '2.0.0' }

test('what is installed as locked passes; packages of developers and absent ones do not count', async () => {
  await write('package-lock.json', LOCKED)
  await install({ ...WHOLE, 'node_modules/for-developers': '9.9.9' })
  expect(await check()).toMatchObject({
    passed: true,
    evidence: expect.stringMatching(
      /^2 installed packages compared with the lock file\. Node/u,
    ) as unknown,
  })
  await write('node_modules/.package-lock.json', LOCKED)
  expect((await check()).evidence).toContain('Their integrity is as npm recorded it')
})

const unseen = async (...given: Parameters<typeof check>) =>
  (await check(...given)).unverified.map(({ name, reason }) => `${name}: ${reason}`)

const integrityOf = (count: string) =>
  expect.stringMatching(
    `^Integrity of installed packages: npm recorded no integrity for ${count}`,
  ) as unknown

test('known vulnerabilities are never verified, integrity only as far as npm recorded it', async () => {
  const vulnerabilities = expect.stringMatching(/^Known vulnerabilities: /u) as unknown
  await write('package-lock.json', LOCKED)
  await install(WHOLE)
  expect(await unseen()).toEqual([integrityOf('2 installed packages'), vulnerabilities])
  const { 'node_modules/one': one } = LOCKED
  await write('node_modules/.package-lock.json', { 'node_modules/one': one })
  expect(await unseen()).toEqual([integrityOf('1 installed package '), vulnerabilities])
  expect((await check()).evidence).toContain('The integrity of 1 of them is as npm recorded it')
  await write('node_modules/.package-lock.json', LOCKED)
  expect(await unseen()).toEqual([vulnerabilities])
  expect(await unseen('v99.0.0')).toEqual([
    'Support of Node.js: The end of support of Node.js v99.0.0 is unknown to this release.',
    vulnerabilities,
  ])
})

test('another version fails, with the name of the package', async () => {
  await write('package-lock.json', LOCKED)
  await install({ ...WHOLE, 'node_modules/one/node_modules/@scope/two': '2.0.1' })
  const { passed, evidence } = await check()
  expect([passed, evidence]).toEqual([
    false,
    expect.stringContaining('1 package not in the version of the lock file: @scope/two'),
  ])
})

test('another integrity fails', async () => {
  await write('package-lock.json', LOCKED)
  await install(WHOLE)
  await write('node_modules/.package-lock.json', {
    'node_modules/one': { version: '1.2.3', integrity: 'sha512-other' },
  })
  const { passed, evidence } = await check()
  expect([passed, evidence]).toEqual([
    false,
    expect.stringContaining('not with the integrity of the lock file: node_modules/one'),
  ])
})

test('without a lock file or packages nothing is verified', async () => {
  await expect(check()).rejects.toThrow(CannotVerify)
  await write('package-lock.json', LOCKED)
  await expect(check()).rejects.toThrow(
    'No package of the lock file is installed next to the program.',
  )
})

test.each([
  ['v22.11.0', '2026-11-22', false, 'is out of support'],
  ['v24.21.0', '2028-05-01', false, 'ended on 2028-04-30'],
  ['v24.21.0', '2028-04-29', true, 'is supported until 2028-04-30'],
  ['v99.0.0', '2026-11-22', true, 'The program runs on Node.js v99.0.0'],
])('Node.js %s on %s', async (version, day, passed, evidence) => {
  await write('package-lock.json', LOCKED)
  await install(WHOLE)
  expect(await check(version, day)).toMatchObject({
    passed,
    evidence: expect.stringContaining(evidence) as unknown,
  })
})
