import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AuditTrail } from '@tenantscope/contract/audit'
import type { Logger } from 'pino'

import type { Trx } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { readIfPresent, replaceFile } from '../../lib/durable-file.ts'
import { openedHeads, sealedHeads } from './audit-heads.ts'
import type { AuditHeads, Finding } from './audit-heads.ts'
import { NO_MAC } from './audit-macs.ts'
import type { AuditHead, AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removedUpTo } from './removals.rules.ts'
import type { SealingRepo } from './sealing.repo.ts'

export type AuditSealingService = ReturnType<typeof createAuditSealingService>

/** Records per transaction. */
export const SEALED_AT_ONCE = 500
const FINDINGS_KEPT = 100

/** Chains appended records in batches, and also stores the heads in the data directory. */
export function createAuditSealingService(deps: {
  repo: SealingRepo
  macs: AuditMacs
  dataDir: string
  clock: Clock
  logger: Logger
  /** Records in the trail of changes that audit-heads.json was missing. */
  recordNewFile: (reason: string) => Promise<void>
}) {
  const { repo, macs, clock, logger } = deps
  const file = path.join(deps.dataDir, 'audit-heads.json')
  /** The heads and findings that this process and its data directory know. */
  let known: AuditHeads = { heads: {}, findings: [] }
  let isLoaded = false
  let isKept = true
  let queue: Promise<unknown> = Promise.resolve()

  /** Runs tasks one by one: the known heads must not change during a comparison. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  async function load(): Promise<void> {
    if (isLoaded) return
    const stored = await readIfPresent(file)
    const opened = stored === null ? null : openedHeads(macs, stored)
    if (opened === null) await startFile('is missing')
    else if (opened.state === 'unknown-key') await startFile('is sealed with an unknown key')
    else if (opened.state === 'genuine') known = opened.heads
    else {
      const message = 'audit-heads.json in the data directory was not written by Tenantscope.'
      for (const trail of AUDIT_TRAILS) note({ trail, kind: 'head', number: null, message })
    }
    // Only now: after a failure of the database the next call loads again.
    isLoaded = true
  }

  /**
   * Without a file of its own this host cannot show earlier changes, so that the start is recorded. Anybody can
   * write a file that names an unknown key.
   */
  async function startFile(reason: 'is missing' | 'is sealed with an unknown key'): Promise<void> {
    const heads = await repo.readHeads()
    isKept = false
    known = { heads, findings: [] }
    if (Object.keys(heads).length === 0) return
    known = { ...known, adoptedAt: clock.now().toISOString() }
    logger.warn(
      `audit-heads.json in DATA_DIR ${reason}; the ends of the audit trails are taken from the database, so that earlier changes cannot be detected`,
    )
    await deps.recordNewFile(reason)
  }

  function note(finding: Omit<Finding, 'noticedAt'>): void {
    logger.error({ finding }, 'audit trail integrity check failed')
    const findings = [...known.findings, { ...finding, noticedAt: clock.now().toISOString() }]
    known = { ...known, findings: findings.slice(0, FINDINGS_KEPT) }
    isKept = false
  }

  function learn(trail: AuditTrail, head: AuditHead): void {
    known = { ...known, heads: { ...known.heads, [trail]: head } }
    isKept = false
  }

  async function keep(): Promise<void> {
    if (isKept) return
    isKept = true
    try {
      // With PostgreSQL, nothing else may have created the directory yet.
      await mkdir(deps.dataDir, { recursive: true, mode: 0o700 })
      await replaceFile(file, sealedHeads(macs, known))
    } catch (error) {
      isKept = false
      logger.error({ err: error }, 'writing audit-heads.json to DATA_DIR failed')
    }
  }

  /** Runs before new records get the numbers of removed ones, which would hide the removal. */
  async function compare(trx: Trx, trail: AuditTrail, head: AuditHead | null): Promise<void> {
    const seen = known.heads[trail]
    if (seen === undefined || (seen.number === head?.number && seen.mac === head.mac)) return
    const mac = await repo.macOf(trx, trail, seen.number)
    if (mac === seen.mac) return
    const removals = await repo.listRemovals(trail, trx)
    if (removedUpTo(macs, removals).head.number >= seen.number) return
    const last = await repo.lastNumberOf(trx, trail)
    const message =
      mac === undefined
        ? `Cut after record ${last}: this host’s data directory has seen record ${seen.number}.`
        : `The trail was cut at or before record ${seen.number} and continued with other records.`
    note({ trail, kind: 'cut', number: mac === undefined ? last : seen.number, message })
  }

  /**
   * Returns the position of the next record; a row of the last record that was set back must not
   * stop sealing.
   */
  async function findEnd(
    trx: Trx,
    trail: AuditTrail,
    head: AuditHead | null,
  ): Promise<{ number: number; mac: string }> {
    let end = head ?? removedUpTo(macs, await repo.listRemovals(trail, trx)).head
    let rows = await repo.listAfter(trail, { number: end.number, limit: SEALED_AT_ONCE }, trx)
    while (rows.length > 0) {
      for (const { mac, ...row } of rows) {
        const isGenuine = macs.judge(trail, { ...row, mac }).kind !== 'false'
        end = { number: row.number, mac: isGenuine ? (mac ?? NO_MAC) : end.mac }
      }
      await nextTurn()
      rows = await repo.listAfter(trail, { number: end.number, limit: SEALED_AT_ONCE }, trx)
    }
    return end
  }

  /** Returns the number of records that were sealed. */
  async function sealBatch(trail: AuditTrail): Promise<number> {
    const last = await repo.transaction(async (trx) => {
      const head = await repo.readHead(trail, trx)
      await compare(trx, trail, head)
      const unsealed = await repo.listUnsealed(trx, trail, SEALED_AT_ONCE)
      let { number, mac } = await findEnd(trx, trail, head)
      const sealed = unsealed.map(({ id, record }) => {
        number += 1
        mac = macs.seal(trail, { number, record }, mac)
        return { id, number, mac }
      })
      await repo.store(trx, trail, { sealed, at: clock.now() })
      return { head: { number, mac }, sealed: sealed.length }
    })
    learn(trail, last.head)
    return last.sealed
  }

  async function sealAll(signal?: AbortSignal): Promise<void> {
    await load()
    for (const trail of await repo.findUnsealedTrails())
      while ((await sealBatch(trail)) === SEALED_AT_ONCE) {
        await nextTurn()
        signal?.throwIfAborted()
      }
  }

  async function adopt(): Promise<void> {
    known = { heads: await repo.readHeads(), findings: [] }
    isLoaded = true
    isKept = false
    await keep()
  }

  return {
    /** Seals all unsealed records of all processes. */
    seal: (): Promise<void> => inTurn(() => sealAll()),

    /** Writes the heads to the data directory unless they are already there. */
    keepHeads: (): Promise<void> => inTurn(keep),

    /** The heads that this host knows, and its findings. */
    known: (): AuditHeads => known,

    /** Runs other work that changes the trails in the same sequence. */
    inTurn,

    /** Returns the heads as one text for a backup; records sealed before an abort stay sealed. */
    auditHeads: (signal?: AbortSignal): Promise<string> =>
      inTurn(async () => {
        await sealAll(signal)
        return sealedHeads(macs, { heads: await repo.readHeads(), findings: [] })
      }),

    /**
     * Runs work that replaces the trails, and adopts the new ends before anything else is sealed:
     * compared with the earlier ends, they would look cut.
     */
    replaceTrails: <T>(work: () => Promise<T>): Promise<T> =>
      inTurn(async () => {
        const result = await work()
        await adopt()
        return result
      }),

    /** After a restore, the trails are those of the backup, and earlier heads no longer apply. */
    adoptHeads: (): Promise<void> => inTurn(adopt),
  }
}
