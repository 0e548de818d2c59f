import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { NO_PRICES } from '@tenantscope/analysis/prices'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { StoredFrame, StoredPage } from '../stored-rows.ts'
import { createJudgingThread, JudgingFailed } from './judging-thread.ts'
import type { JudgingThread } from './judging-thread.ts'

const NOW = new Date('2026-11-20T03:00:00Z')
const none = { failureCode: null }
const FRAME: StoredFrame = {
  asOf: NOW,
  failures: [],
  malformedRows: [],
  nightly: {
    signIns: none,
    registrations: none,
    usage: none,
    devices: none,
    owners: none,
    dns: none,
    perUserMfa: none,
  },
  emergencyAccounts: [],
  licenseChoices: [],
  prices: NO_PRICES,
}

let thread: JudgingThread
beforeEach(() => {
  thread = createJudgingThread()
})
afterEach(() => thread.close())

async function* pagesOf(...pages: readonly StoredPage[]): AsyncGenerator<StoredPage> {
  yield* pages
}

const judged = (...pages: readonly StoredPage[]) =>
  thread.judge({ frame: FRAME, chunks: pagesOf(...pages), now: NOW })

const domain = (name: string, isVerified: boolean): StoredPage => ({
  table: 'directoryDomains',
  rows: [
    {
      name,
      isVerified,
      isDefault: false,
      isInitial: false,
      authenticationType: 'Managed',
      supportedServices: [],
      passwordValidityPeriodInDays: null,
    },
  ],
})

/** A page of an unknown table, on which the thread crashes. */
const CRASH: StoredPage = Object.assign(domain('a.example', true), { table: 'unknown' })

const unverifiedIn = ({ judgements }: Awaited<ReturnType<JudgingThread['judge']>>) =>
  judgements.find(({ checkId }) => checkId === 'dom.unverified')?.objects

test('tenants that are judged at the same time get their own judgements of every check', async () => {
  const both = await Promise.all([
    judged(domain('a.example', false), domain('b.example', true)),
    judged(domain('c.example', false)),
  ])
  expect(both.map(unverifiedIn)).toEqual([
    '[{"kind":"domain","id":"a.example","name":"a.example"}]',
    '[{"kind":"domain","id":"c.example","name":"c.example"}]',
  ])
  expect(both[0].judgements.map(({ checkId }) => checkId)).toEqual(CHECKS.map(({ id }) => id))
})

test('the digest is that of the judgements', async () => {
  const pages = [domain('a.example', false), domain('a.example', false), domain('b.example', false)]
  const [first, same, other] = await Promise.all(pages.map((page) => judged(page)))
  expect(same?.digest).toBe(first?.digest)
  expect(other?.digest).not.toBe(first?.digest)
})

test('a crash of the thread rejects only the judging in progress', async () => {
  const outcomes = await Promise.allSettled([
    judged(domain('a.example', true)),
    judged(CRASH),
    judged(domain('a.example', true)),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('rows that cannot be read reject only their own judging', async () => {
  async function* broken(): AsyncGenerator<StoredPage> {
    yield domain('a.example', false)
    throw new Error('connection lost')
  }
  await expect(thread.judge({ frame: FRAME, chunks: broken(), now: NOW })).rejects.toThrow(
    'connection lost',
  )
  expect(unverifiedIn(await judged(domain('b.example', true)))).toBe('[]')
})

test('a judging beyond the time limit ends the thread, and the next one has a new thread', async () => {
  const hasty = createJudgingThread({ limitMs: 0 })
  const late = hasty.judge({ frame: FRAME, chunks: pagesOf(), now: NOW })
  await expect(late).rejects.toThrow(JudgingFailed)
  await hasty.close()
})

test('nothing is judged after the end', async () => {
  await judged()
  await thread.close()
  await expect(judged()).rejects.toThrow('shutting down')
})
