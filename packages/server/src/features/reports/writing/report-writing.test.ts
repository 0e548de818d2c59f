import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { endNextThread } from '../../../testing/ending-threads.ts'
import { fileOf, hostileReport, manyPeople, PLAIN_LOOK } from '../../../testing/report-fixtures.ts'
import { writeCsv } from '../formats/csv-writer.ts'
import { writeXlsx } from '../formats/xlsx/xlsx-writer.ts'
import { createReportWriting } from './report-writing.ts'
import type { ReportToSend, ReportWriting, WritingProgress } from './report-writing.ts'

const logger = pino({ level: 'silent' })
const never = new AbortController().signal
/** Larger than what may be unread of a file: its thread has to wait for its reader. */
const LARGE = JSON.stringify(manyPeople(12_000))
const SMALL = JSON.stringify(hostileReport())

let writing: ReportWriting
beforeEach(() => {
  writing = createReportWriting({ logger })
})
afterEach(() => writing.close())

const csvOf = (document: string): ReportToSend => ({ document, look: PLAIN_LOOK, format: 'csv' })

interface Reading {
  readonly progress: WritingProgress[]
  next(): Promise<IteratorResult<Uint8Array>>
  leave(): Promise<unknown>
  rest(): Promise<Buffer>
}

/** A reader that takes a chunk on request. */
const read = (report: ReportToSend, signal = never, isForStranger = false): Reading => {
  const progress: WritingProgress[] = []
  const onProgress = (each: WritingProgress) => void progress.push(each)
  const file = writing.write(report, { signal, onProgress, isForStranger })
  const iterator = file[Symbol.asyncIterator]()
  return {
    progress,
    next: () => iterator.next(),
    leave: async () => iterator.return?.(),
    async rest() {
      const chunks: Uint8Array[] = []
      for (let each = await iterator.next(); each.done !== true; each = await iterator.next())
        chunks.push(each.value)
      return Buffer.concat(chunks)
    },
  }
}

/** The same for a visitor with a link and no account. */
const strangers = (report: ReportToSend): Reading => read(report, never, true)

const isWriting = ({ progress }: Reading): boolean => progress.at(-1)?.state === 'writing'
const positionOf = ({ progress }: Reading): number | null => {
  const last = progress.at(-1)
  return last?.state === 'queued' ? last.position : null
}
const writtenOf = ({ progress }: Reading): number => {
  const last = progress.at(-1)
  return last?.state === 'writing' ? last.written : 0
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 })

// Each starts threads of its own, which on a busy machine takes seconds.
const patient = { timeout: 60_000 }

describe('a file', patient, () => {
  test('is the same from the thread as from its writer, and the JSON file is the stored text', async () => {
    const document = hostileReport()
    const csv = await read(csvOf(SMALL)).rest()
    expect(csv.equals((await fileOf(writeCsv, document)).bytes)).toBe(true)
    const xlsx = await read({ ...csvOf(SMALL), format: 'xlsx' }).rest()
    expect(xlsx.equals((await fileOf(writeXlsx, document)).bytes)).toBe(true)
    const json = await read({ ...csvOf(LARGE), format: 'json' }).rest()
    expect(json.toString() === LARGE).toBe(true)
  })

  test('is followed by its reader: people written, of all of them', async () => {
    const reading = read(csvOf(LARGE))
    await reading.rest()
    expect(reading.progress[0]).toEqual({ state: 'writing', written: 0, total: 12_000 })
    expect(reading.progress.at(-1)).toEqual({ state: 'writing', written: 12_000, total: 12_000 })
  })

  test('comes in chunks of at most 64 kB', async () => {
    const reading = read(csvOf(LARGE))
    const sizes: number[] = []
    for (let each = await reading.next(); each.done !== true; each = await reading.next())
      sizes.push(each.value.length)
    expect(Math.max(...sizes)).toBe(65_536)
    expect(sizes.slice(1, -1).every((size) => size === 65_536)).toBe(true)
  })
})

describe('the line', patient, () => {
  test('two files are written at once, others wait in the order of asking', async () => {
    const readings = [1, 2, 3, 4].map(() => read(csvOf(LARGE)))
    const firsts = readings.map((reading) => reading.next())
    await Promise.all(firsts.slice(0, 2))
    await eventually(() => expect(readings.slice(0, 2).every(isWriting)).toBe(true))
    expect(readings.map(positionOf)).toEqual([null, null, 1, 2])

    await readings[1]?.rest()
    await firsts[2]
    expect(readings.map(positionOf)).toEqual([null, null, null, 1])
    await readings[0]?.rest()
    await firsts[3]
    const left = await Promise.all(readings.slice(2).map((reading) => reading.rest()))
    expect(left[0]?.equals(left[1] ?? Buffer.alloc(0))).toBe(true)
  })

  test('a file that is small is written whole, and its place free, before it is read', async () => {
    const unread = [1, 2].map(() => read(csvOf(SMALL)))
    await Promise.all(unread.map((reading) => reading.next()))
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
    expect((await Promise.all(unread.map((reading) => reading.rest())))[0]?.length).toBeGreaterThan(
      0,
    )
  })

  test('a cancel while waiting rejects with the reason and affects no other request', async () => {
    const [first, second] = [read(csvOf(LARGE)), read(csvOf(LARGE))]
    await Promise.all([first.next(), second.next()])
    const cancelled = new AbortController()
    const third = read(csvOf(SMALL), cancelled.signal)
    const thirdNext = third.next()
    const fourth = read(csvOf(SMALL))
    const fourthFile = fourth.rest()
    await eventually(() => expect([third, fourth].map(positionOf)).toEqual([1, 2]))
    cancelled.abort(new Error('No longer wanted'))
    await expect(thirdNext).rejects.toThrow('No longer wanted')
    expect(positionOf(fourth)).toBe(1)
    await first.rest()
    expect((await fourthFile).length).toBeGreaterThan(10_000)
    await second.rest()
  })

  test.each([
    [
      'cancels',
      (reading: Reading, cancelled: AbortController) => {
        cancelled.abort(new Error('No longer wanted'))
        return expect(reading.rest()).rejects.toThrow('No longer wanted')
      },
    ],
    ['stops reading', (reading: Reading) => reading.leave()],
  ])('who %s while a file is written frees the place at once', async (_, stop) => {
    const cancelled = new AbortController()
    const [first, second] = [read(csvOf(LARGE), cancelled.signal), read(csvOf(LARGE))]
    await Promise.all([first.next(), second.next()])
    const waiting = read(csvOf(SMALL))
    const file = waiting.rest()
    await eventually(() => expect(positionOf(waiting)).toBe(1))
    await stop(first, cancelled)
    expect((await file).length).toBeGreaterThan(10_000)
    expect((await second.rest()).length).toBeGreaterThan(5_000_000)
  })

  test('a stalled reader loses its place only when others wait', async () => {
    await writing.close()
    writing = createReportWriting({ logger, stalledReaderMs: 50 })
    const [first, second] = [read(csvOf(LARGE)), read(csvOf(LARGE))]
    await Promise.all([first.next(), second.next()])
    await sleep(200)
    expect((await first.next()).done).toBe(false)
    const waiting = read(csvOf(SMALL))
    expect((await waiting.rest()).length).toBeGreaterThan(10_000)
    const outcomes = await Promise.allSettled([first.rest(), second.rest()])
    const refused = outcomes.filter((each) => each.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused)
      expect(reason).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The download stalled while other downloads were waiting. Please try again.',
      })
  })
})

test(
  'what waits holds only so much memory: the next one is refused until one ends',
  patient,
  async () => {
    await writing.close()
    writing = createReportWriting({ logger, heldCharacters: LARGE.length + SMALL.length })
    const left = new AbortController()
    const first = read(csvOf(LARGE), left.signal)
    await first.next()
    const second = read({ ...csvOf(SMALL), format: 'json' })
    await second.next()
    await expect(read(csvOf(SMALL)).next()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too many files are being written. Please try again later.',
    })
    left.abort(new Error('No longer wanted'))
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
    await second.rest()
  },
)

describe('strangers', patient, () => {
  test('visitors leave one place to signed-in users, however many they are and however slowly they read', async () => {
    const [first, second] = [strangers(csvOf(LARGE)), strangers(csvOf(SMALL))]
    await first.next()
    const waiting = second.next()
    expect(positionOf(second)).toBe(1)
    for (let files = 0; files < 2; files += 1)
      expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(0)
    expect(positionOf(second)).toBe(1)
    await first.leave()
    expect((await waiting).done).toBe(false)
    await second.leave()
  })

  test('hold half of the memory at most', async () => {
    await writing.close()
    writing = createReportWriting({ logger, heldCharacters: 3 * SMALL.length })
    const first = strangers({ ...csvOf(SMALL), format: 'json' })
    await first.next()
    await expect(strangers(csvOf(SMALL)).next()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(0)
    await first.rest()
    expect((await strangers(csvOf(SMALL)).rest()).length).toBeGreaterThan(0)
  })

  test('cancelled waiting requests do not delay others', async () => {
    const first = strangers(csvOf(LARGE))
    await first.next()
    const leaving = new AbortController()
    const gone = read(csvOf(SMALL), leaving.signal, true).next()
    const reason = new Error('gone')
    leaving.abort(reason)
    await expect(gone).rejects.toBe(reason)
    await first.leave()
    expect((await strangers(csvOf(SMALL)).rest()).length).toBeGreaterThan(0)
  })

  test('who take a little now and then lose their place once another waits', async () => {
    const own = createReportWriting({ logger, stalledReaderMs: 200 })
    const usual = writing
    writing = own
    try {
      const slow = strangers(csvOf(LARGE))
      await slow.next()
      const waiting = strangers(csvOf(SMALL)).rest()
      const slowly = async () => {
        while ((await slow.next()).done !== true) await sleep(50)
      }
      await expect(slowly()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect((await waiting).length).toBeGreaterThan(0)
    } finally {
      writing = usual
      await own.close()
    }
  })
})

test('a thread does not run away from a slow reader', patient, async () => {
  const reading = read(csvOf(LARGE))
  await reading.next()
  await eventually(() => expect(writtenOf(reading)).toBeGreaterThan(0))
  await sleep(400)
  // 32 chunks may be unread: 2 MB of 7.5 MB.
  expect(writtenOf(reading)).toBeLessThan(6_000)
  await reading.rest()
  expect(writtenOf(reading)).toBe(12_000)
})

describe('a file that cannot be written', patient, () => {
  test('is refused with the reason of its writer, and the thread writes on', async () => {
    const document = manyPeople(1)
    const held = { friendlyName: 'E', skuPartNumber: 'E' }
    for (const user of document.users)
      user.assignedLicenses = Array.from({ length: 1_048_576 }, () => held)
    const tooMany = read({ ...csvOf(JSON.stringify(document)), format: 'xlsx' })
    await expect(tooMany.rest()).rejects.toMatchObject({
      name: 'AppError',
      code: 'PAYLOAD_TOO_LARGE',
      message:
        'A sheet of Excel holds 1,048,575 assignments below its header; this report has 1,048,576. Choose fewer users or licenses, or the CSV format.',
    })
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
  })

  test.each([
    ['no JSON', '{"schema":'],
    ['no report', '{"schema":"tenantscope/report","version":2}'],
  ])(
    'because its text is %s: it is said that it failed, the inside only in the log',
    async (_, document) => {
      const lines: string[] = []
      await writing.close()
      writing = createReportWriting({
        logger: pino({}, { write: (line: string) => lines.push(line) }),
      })
      await expect(read(csvOf(document)).rest()).rejects.toMatchObject({
        name: 'AppError',
        code: 'INTERNAL',
        message: 'The file could not be written. Please try again.',
      })
      expect(lines.join('')).toContain('writing a report failed')
      expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
    },
  )

  test('because its thread ended: that it failed is said, and the next file is written', async () => {
    endNextThread()
    await expect(read(csvOf(SMALL)).rest()).rejects.toMatchObject({
      name: 'AppError',
      code: 'INTERNAL',
      message: 'The file could not be written. Please try again.',
    })
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
  })

  test('because its thread has no memory left: that is said, and the other thread writes on', async () => {
    await writing.close()
    writing = createReportWriting({ logger, threadMegabytes: 48 })
    const small = read(csvOf(JSON.stringify(manyPeople(8_000))))
    await small.next()
    await expect(read(csvOf(JSON.stringify(manyPeople(30_000)))).rest()).rejects.toMatchObject({
      name: 'AppError',
      code: 'PAYLOAD_TOO_LARGE',
      message:
        'This report is too large to be written in this format. Choose fewer users or licenses, or the CSV format.',
    })
    expect((await small.rest()).length).toBeGreaterThan(1_000_000)
    expect((await read(csvOf(SMALL)).rest()).length).toBeGreaterThan(10_000)
  })
})

test('closing ends what is under way and refuses what comes', patient, async () => {
  const readings = [1, 2, 3].map(() => read(csvOf(LARGE)))
  const firsts = readings.map((reading) => reading.next())
  await Promise.all(firsts.slice(0, 2))
  const refusal = firsts[2]?.catch((error: unknown) => error)
  await writing.close()
  expect(await refusal).toMatchObject({ code: 'UNAVAILABLE' })
  for (const reading of readings.slice(0, 2))
    await expect(reading.rest()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The server is shutting down',
    })
  await expect(read(csvOf(SMALL)).rest()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
