import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { BackupHead } from '@tenantscope/contract/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BackupRefused } from '../../db/backup-refused.ts'
import { encryptBackup, openBackup } from './backup-file.ts'

const head: BackupHead & { auditHeads: string } = {
  format: 'tenantscope-database-backup',
  version: 1,
  createdAt: '2026-11-20T12:00:00.000Z',
  migrations: ['0001-foundation.sql'],
  stats: { totalUsers: 2, totalTenants: 1 },
  auditHeads: '{}',
}
const passphrase = 'correct horse battery'
const CHUNK = 36 * 1_024

let folder: string
let whole: Buffer
const content = Buffer.concat([Buffer.alloc(CHUNK * 2, 'a'), randomBytes(5_000)])

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-file-'))
  whole = await written([content])
})
afterAll(() => rm(folder, { recursive: true }))

async function written(pieces: Buffer[], given: string = passphrase): Promise<Buffer> {
  const lines = encryptBackup(piecesOf(pieces), {
    head,
    passphrase: given,
    random: randomBytes,
    cost: 2 ** 10,
  })
  const parts: string[] = []
  for await (const line of lines) parts.push(line)
  return Buffer.from(parts.join(''))
}

async function* piecesOf(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces
}

async function readBack(bytes: Buffer, given = passphrase): Promise<Buffer> {
  const file = path.join(folder, 'backup.json')
  await writeFile(file, bytes)
  const opened = await openBackup(file, given)
  const parts: Buffer[] = []
  for await (const part of opened.content()) parts.push(part)
  return Buffer.concat(parts)
}

/** What the reader makes of it: a refusal, or how much it took for genuine. */
const verdict = (bytes: Buffer): Promise<unknown> =>
  readBack(bytes).then(
    (content) => content.length,
    (error: unknown) => (error instanceof BackupRefused ? 'refused' : error),
  )

const flipped = (at: number, mask = 1): Buffer => {
  const changed = Buffer.from(whole)
  changed[at] = (changed[at] ?? 0) ^ mask
  return changed
}

test('a file is valid JSON as a whole, says what it is, and holds what was put in', async () => {
  const json: unknown = JSON.parse(whole.toString('utf8'))
  expect(json).toMatchObject({ ...head, end: { chunks: 3 } })
  expect(whole.toString('utf8')).toMatch(/^\{"format":"tenantscope-database-backup","version":1,/)
  expect(await readBack(whole)).toEqual(content)
})

test.each([
  ['nothing', []],
  ['one byte', [Buffer.from('x')]],
  ['exactly one chunk', [Buffer.alloc(CHUNK, 7)]],
  ['exactly two chunks in crumbs', Array.from({ length: 8 }, () => Buffer.alloc(CHUNK / 4, 9))],
])('%s comes back', async (_, pieces) => {
  expect(await readBack(await written(pieces))).toEqual(Buffer.concat(pieces))
})

test('two files of the same content have nothing of it in common', async () => {
  const [one, other] = [await written([content]), await written([content])]
  expect(one.subarray(600, 5_000).equals(other.subarray(600, 5_000))).toBe(false)
})

test('a passphrase is the same from any keyboard, and a wrong one is distinguished from a changed file', async () => {
  const bytes = await written([content], 'pässwörd-of-a-MSP'.normalize('NFD'))
  expect(await readBack(bytes, 'pässwörd-of-a-MSP'.normalize('NFC'))).toEqual(content)
  await expect(readBack(whole, 'another passphrase')).rejects.toThrow('The passphrase is wrong')
})

describe('a file with one changed byte is refused', () => {
  const places = Array.from({ length: 60 }, (_, index) => index / 59)
  test.each(places)('at %s of its length', async (share) => {
    const at = Math.round(share * (whole.length - 1))
    expect(await verdict(flipped(at))).toBe('refused')
    expect(await verdict(flipped(at, 0x20))).toBe('refused')
  })

  test('anywhere in the head, the ends of its lines and its end', async () => {
    const headLength = whole.indexOf('\n')
    const ends = [...whole.keys()]
      .filter((at) => whole[at] === 10)
      .flatMap((at) => [at - 1, at, at + 1])
    const last = Array.from({ length: 30 }, (_, index) => whole.length - 1 - index)
    for (const at of [...Array(headLength).keys(), ...ends, ...last])
      expect(await verdict(flipped(at))).toBe('refused')
  }, 60_000)
})

describe('a file that was cut is refused', () => {
  const shares = [0, 0.0001, 0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999]
  test.each(shares)('after %s of its length', async (share) => {
    expect(await verdict(whole.subarray(0, Math.floor(share * whole.length)))).toBe('refused')
  })

  test('after any line, and before its last bytes', async () => {
    const ends = [...whole.keys()].filter((at) => whole[at] === 10)
    for (const at of ends) {
      expect(await verdict(whole.subarray(0, at))).toBe('refused')
      expect(await verdict(whole.subarray(0, at + 1))).toBe('refused')
    }
    for (let less = 1; less < 25; less += 1)
      expect(await verdict(whole.subarray(0, whole.length - less))).toBe('refused')
  })
})

const lines = () => whole.toString('latin1').split('\n')
const bytesOf = (changed: string[]) => Buffer.from(changed.join('\n'), 'latin1')

describe('lines that are genuine, in another order', () => {
  test('are refused: swapped, left out, doubled, or ended early', async () => {
    const [first = '', one = '', two = '', three = '', end = ''] = lines()
    expect(await verdict(bytesOf([first, two, one, three, end]))).toBe('refused')
    expect(await verdict(bytesOf([first, one, three, end]))).toBe('refused')
    expect(await verdict(bytesOf([first, one, one, two, three, end]))).toBe('refused')
    expect(await verdict(bytesOf([first, one, two.slice(0, -1), '],"end":{"chunks":2}}']))).toBe(
      'refused',
    )
    expect(await verdict(bytesOf([first, one, two, three, end, end]))).toBe('refused')
    expect(await verdict(bytesOf([first, one, two, three, '],"end":{"chunks":4}}']))).toBe(
      'refused',
    )
  })

  test('are refused when they are another file of the same passphrase', async () => {
    const other = (await written([content])).toString('latin1').split('\n')
    const [first = '', one = '', ...rest] = lines()
    expect(await verdict(bytesOf([first, other[1] ?? '', ...rest]))).toBe('refused')
    expect(await verdict(bytesOf([other[0] ?? '', one, ...rest]))).toBe('refused')
  })
})

test.each([
  ['nothing', '', 'empty'],
  ['words', 'hello', 'not JSON'],
  ['other JSON', '{"format":"other"}', 'not a database backup'],
  ['other JSON in lines', '[\n1\n]', 'not a database backup'],
  ['a form to come', whole0().replace('"version":1', '"version":2'), 'format 2'],
])('%s is refused for what it is', async (_, text, reason) => {
  await expect(readBack(Buffer.from(text))).rejects.toThrow(reason)
})

function whole0(): string {
  return '{"format":"tenantscope-database-backup","version":1,"chunks":[\n""\n],"end":{"chunks":1}}'
}
