import type { AuditProblem, AuditTrail } from '@tenantscope/contract/audit'

import { NO_MAC } from './audit-macs.ts'
import type { AuditHead, AuditMacs, Genuine, SealedRecord } from './audit-macs.ts'

export type TrailWalk = ReturnType<typeof createTrailWalk>

/** Where a head is kept as well. */
export interface Witness {
  /** As people call it: 'this host’s data directory'. */
  readonly name: string
  readonly head: AuditHead
}

/** More places than anybody reads; how many there are is told. */
const PROBLEMS_KEPT = 50

/** Goes through the records of one trail in their order, and says at the end what is not as it was written. */
export function createTrailWalk(given: {
  macs: AuditMacs
  trail: AuditTrail
  /** Where retention has got to. */
  start: AuditHead
  witnesses: readonly Witness[]
}) {
  const { macs, trail, start, witnesses } = given
  const problems = createProblems()
  const watched = new Set(witnesses.map(({ head }) => head.number))
  const macByNumber = new Map<number, string | null>([[start.number, start.mac]])
  let records = 0
  let last = start.number
  /** Of the record that the next one has to follow; null: unknown, since records are missing. */
  let lastMac: string | null = start.mac
  let lastStoredMac: string | null = start.mac
  /** The last record that is the product's own. */
  let lastOwn = start
  /** A record that is not what was sealed: the one after it says whether it ever had this place. */
  let doubtful: SealedRecord | null = null
  let lostKeys: { keyId: string; first: number; last: number } | null = null

  function settleDoubt(isForeign: boolean): void {
    if (doubtful === null) return
    const { number } = doubtful
    if (isForeign) problems.add('foreign', number, `Record ${number} was put in by somebody else`)
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

  /** A genuine record in a place that is not its own was in the trail that somebody cut. */
  function checkPlace(row: SealedRecord, judged: Genuine): void {
    const isAfterDoubt = doubtful !== null
    const isNext = lastMac !== null && judged.follows(lastMac)
    settleDoubt(isAfterDoubt && isNext)
    if (isAfterDoubt || isNext || lastMac === null) return
    problems.add('foreign', row.number, `Record ${row.number} does not follow the record before it`)
  }

  return {
    step(row: SealedRecord): void {
      records += 1
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

    /** `head` is what the database says of the last record. */
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
      if (last > 0) problems.add('head', null, 'The row of the last record is gone')
      return
    }
    if (head.number > last) return addCut(head.number, 'the database has counted')
    if (head.number < lastOwn.number)
      return problems.add(
        'head',
        head.number,
        `The row of the last record says ${head.number}, but the records go on to ${lastOwn.number}`,
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
      `The trail was cut at or before record ${head.number} and written anew: ${name} has another one`,
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
            { kind: 'altered', number: null, message: `There are ${dropped} more places.` },
          ],
  }
}

const rangeText = (first: number, last: number): string =>
  first === last ? `record ${first} is` : `records ${first} to ${last} are`
