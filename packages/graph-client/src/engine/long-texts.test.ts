import { expect, test } from 'vitest'
import { z } from 'zod'

import { KEPT_UNITS, withoutLongTexts } from './long-texts.ts'
import { READ_LIMITS } from './read-limits.ts'

const Answer = z.record(z.string(), z.unknown())
const Texts = z.array(z.string())
const HUGE = 1_000_000
/** Processor time; a search that begins again at each quote would take minutes. */
const LIMIT_MS = 1_000

async function cut(json: string): Promise<Record<string, unknown>> {
  return Answer.parse(JSON.parse((await withoutLongTexts(Buffer.from(json))).toString('utf8')))
}

test.each([
  ['Latin', 'a'],
  ['two bytes', 'é'],
  ['three bytes', '漢'],
  ['pairs', '👩'],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['line ends', '\n'],
  ['what looks like JSON', '","x":{"'],
])(
  'a text of 1,000,000 %s is cut above every limit, and what is beside it stays',
  async (_, unit) => {
    const text = unit.repeat(HUGE / unit.length)
    const sent = {
      id: 'a',
      displayName: text,
      next: 'b',
      list: [text, 'c'],
      last: { name: 'é"\\' },
    }
    const read = await cut(JSON.stringify(sent))
    expect(read).toMatchObject({ id: 'a', next: 'b', last: sent.last })
    const [first] = Texts.parse(read['list'])
    for (const kept of Texts.parse([read['displayName'], first])) {
      expect(kept.length).toBeGreaterThan(READ_LIMITS.words)
      expect(kept.length).toBeLessThanOrEqual(KEPT_UNITS + 2)
      expect(kept.isWellFormed()).toBe(true)
      expect(text.startsWith(kept)).toBe(true)
    }
  },
)

test.each([String.raw`\ud83d\udc69`, String.raw`\uD83D\uDC69`, String.raw`a\ud83d\udc69`])(
  'escaped characters are not cut in two: %s',
  async (unit) => {
    const { name } = await cut(`{"name":"${unit.repeat(100_000)}"}`)
    expect(String(name).isWellFormed()).toBe(true)
    expect(String(name).length).toBeLessThanOrEqual(KEPT_UNITS + 2)
  },
)

test('an answer without a long text is returned as it came', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ id: `id-${at}`, rule: '(a -eq "b")' }))
  const text = { longest: 'a'.repeat(READ_LIMITS.words), empty: '', rows }
  for (const json of [
    JSON.stringify(text),
    JSON.stringify(text, null, 2),
    '{}',
    '',
    '"',
    '{"a":"b',
  ]) {
    const bytes = Buffer.from(json)
    expect(await withoutLongTexts(bytes)).toBe(bytes)
  }
})

test('text without an end is left to the parser', async () => {
  const broken = Buffer.from(`{"a":"${'b'.repeat(HUGE)}`)
  expect(await withoutLongTexts(broken)).toBe(broken)
})

test.each(['a', '"', '\\', ' ', '",', '"a":', String.raw`\"`, String.raw`\\"`, '1,'])(
  'ten million bytes of %j take less than a second',
  async (unit) => {
    const bytes = Buffer.alloc(10_000_000, unit)
    const startedAt = process.cpuUsage()
    await withoutLongTexts(bytes)
    const { user, system } = process.cpuUsage(startedAt)
    expect((user + system) / 1_000).toBeLessThan(LIMIT_MS)
  },
)
