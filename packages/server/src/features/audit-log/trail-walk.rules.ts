import type { AuditProblem, AuditTrail } from '@tenantscope/contract/audit'

import { NO_MAC } from './audit-macs.ts'
import type { AuditHead, AuditMacs, Genuine, SealedRecord } from './audit-macs.ts'

export type TrailWalk = ReturnType<typeof createTrailWalk>

interface DatedRecord extends SealedRecord {
  readonly timestamp: Date
}

/** A copy of a head outside the database. */
export interface Witness {
  /** Its name in messages: 'this host’s data directory'. */
  readonly name: string
  readonly head: AuditHead
}

/** Records may be appended in another order than they happened, by transactions that take long. */
const OUT_OF_ORDER_MS = 3_600_000

/** Maximum number of problems that are listed; further ones are counted. */
const PROBLEMS_KEPT = 50

/** Verifies the records of one trail in order, and returns its problems at the end. */
export function createTrailWalk(given: {
  macs: AuditMacs
  trail: AuditTrail
  /** The head after the ranges that retention removed. */
  start: AuditHead
  witnesses: readonly Witness[]
}) {
  const { macs, trail, start, witnesses } = given
  const problems = createProblems()
  const watched = new Set(witnesses.map(({ head }) => head.number))
  const macByNumber = new Map<number, string | null>([[start.number, start.mac]])
  let records = 0
  let last = start.number
  /** The mac that the next record must follow; null: unknown, because records are missing. */
  let lastMac: string | null = start.mac
  let lastStoredMac: string | null = start.mac
  /** The last record that the product sealed. */
  let lastOwn = start
  /** A record that differs from the sealed one; the next record shows whether it had this position. */
  let doubtful: SealedRecord | null = null
  let lastTimestamp: Date | null = null
  let lostKeys: { keyId: string; first: number; last: number } | null = null

  function settleDoubt(isForeign: boolean): void {
    if (doubtful === null) return
    const { number } = doubtful
    if (isForeign)
      problems.add('foreign', number, `Record ${number} was not written by Tenantscope`)
    else problems.add('altered', number, `Record ${number} was altered`)
    doubtful = null
  }

  function settleLostKeys(): void {
    if (lostKeys === null) return
    const { keyId, first, last: end } = lostKeys
    problems.add(
      'key',
      first,
      `${rangeText(first, end)} sealed with the key ${keyId}…, which SECRET_KEY no longer contains, and cannot be checked`,
    )
    lostKeys = null
  }

  function noteLostKey(keyId: string, number: number): void {
    if (lostKeys?.keyId === keyId && lostKeys.last === number - 1) {
      lostKeys = { ...lostKeys, last: number }
      return
    }
    settleLostKeys()
    lostKeys = { keyId, first: number, last: number }
  }

  /** A genuine record in a wrong position was in the trail before it was cut. */
  function checkPlace(row: SealedRecord, judged: Genuine): void {
    const isAfterDoubt = doubtful !== null
    const isNext = lastMac !== null && judged.follows(lastMac)
    settleDoubt(isAfterDoubt && isNext)
    if (isAfterDoubt || isNext || lastMac === null) return
    problems.add('foreign', row.number, `Record ${row.number} does not follow the record before it`)
  }

  /** A record that was put in by SQL before it was numbered is sealed; its time may show it. */
  function checkTime({ number, timestamp }: DatedRecord): void {
    const before = lastTimestamp
    lastTimestamp = timestamp
    if (before === null || before.getTime() - timestamp.getTime() <= OUT_OF_ORDER_MS) return
    problems.add(
      'dated',
      number,
      `Record ${number} is dated ${timestamp.toISOString()}, but the record before it ${before.toISOString()}: it was added later, or a clock was set back`,
    )
  }

  return {
    step(row: DatedRecord): void {
      records += 1
      checkTime(row)
      if (row.number > last + 1) {
        settleDoubt(false)
        problems.add('missing', last + 1, `${rangeText(last + 1, row.number - 1)} missing`)
        lastMac = null
      }
      if (watched.has(row.number)) macByNumber.set(row.number, row.mac)
      last = row.number
      lastStoredMac = row.mac
      const judged = macs.judge(trail, row)
      if (judged.kind === 'false') {
        settleDoubt(false)
        doubtful = row
        return
      }
      if (judged.kind === 'unknown-key') noteLostKey(judged.keyId, row.number)
      else checkPlace(row, judged)
      settleDoubt(false)
      lastMac = row.mac ?? NO_MAC
      lastOwn = { number: row.number, mac: lastMac }
    },

    last: () => last,

    /** `head` is the last record as stored in the database. */
    end(head: AuditHead | null) {
      settleDoubt(head === null || last > head.number)
      settleLostKeys()
      checkHead(head)
      for (const witness of witnesses) checkWitness(witness)
      return { records, lastNumber: last, problems: problems.list() }
    },
  }

  function checkHead(head: AuditHead | null): void {
    if (head === null) {
      if (last > 0) problems.add('head', null, 'The row of the last record is missing')
      return
    }
    if (head.number > last) return addCut(head.number, 'the database counted')
    if (head.number < lastOwn.number)
      return problems.add(
        'head',
        head.number,
        `The row of the last record is ${head.number}, but records exist up to ${lastOwn.number}`,
      )
    const mac = head.number === last ? lastStoredMac : lastOwn.mac
    if (head.mac !== mac && !problems.has(head.number))
      problems.add('head', head.number, 'The row of the last record was changed')
  }

  function checkWitness({ name, head }: Witness): void {
    if (head.number > last) return addCut(head.number, `${name} has seen`)
    if (head.number < start.number) return
    const mac = macByNumber.get(head.number)
    if (mac === undefined || mac === head.mac || problems.has(head.number)) return
    problems.add(
      'cut',
      head.number,
      `The trail was cut at or before record ${head.number} and continued with other records: ${name} has a different one`,
    )
  }

  function addCut(seen: number, who: string): void {
    if (problems.has(last, 'cut')) return
    problems.add(
      'cut',
      last,
      `Cut after record ${last}: ${rangeText(last + 1, seen)} missing (${who} record ${seen})`,
    )
  }
}

function createProblems() {
  const kept: AuditProblem[] = []
  let dropped = 0
  return {
    add(kind: AuditProblem['kind'], number: number | null, message: string): void {
      const sentence = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
      if (kept.length < PROBLEMS_KEPT) kept.push({ kind, number, message: sentence })
      else dropped += 1
    },
    has: (number: number, kind?: AuditProblem['kind']): boolean =>
      kept.some((each) => each.number === number && (kind === undefined || each.kind === kind)),
    list: (): AuditProblem[] =>
      dropped === 0
        ? kept
        : [
            ...kept,
            { kind: 'altered', number: null, message: `${dropped} more problems were found.` },
          ],
  }
}

const rangeText = (first: number, last: number): string =>
  first === last ? `record ${first} is` : `records ${first} to ${last} are`
