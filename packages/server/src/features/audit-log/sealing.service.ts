import { setImmediate as nextTurn } from 'node:timers/promises'

import type { AuditTrail } from '@tenantscope/contract/audit'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AuditHeadsFile } from './audit-heads-file.ts'
import { openedHeads, sealedHeads } from './audit-heads.ts'
import type { AuditHeads, Finding } from './audit-heads.ts'
import { NO_MAC } from './audit-macs.ts'
import type { AuditHead, AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removedUpTo } from './removals.rules.ts'
import type { SealingRepo } from './sealing.repo.ts'

export type AuditSealingService = ReturnType<typeof createAuditSealingService>

type Trx = Transaction<Database>

/** Records of one transaction. */
export const SEALED_AT_ONCE = 500
const FINDINGS_KEPT = 100

/** Chains what was appended, a batch at a time, and keeps the heads in the data directory too. */
export function createAuditSealingService(deps: {
  repo: SealingRepo
  macs: AuditMacs
  file: AuditHeadsFile
  clock: Clock
  logger: Logger
}) {
  const { repo, macs, file, clock, logger } = deps
  /** What this process and its data directory have seen of each trail. */
  let known: AuditHeads = { heads: {}, findings: [] }
  let isLoaded = false
  let isKept = true
  let queue: Promise<unknown> = Promise.resolve()

  /** One thing after the other: what is known must not change while a batch is compared with it. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  async function load(): Promise<void> {
    if (isLoaded) return
    const stored = await file.read()
    isLoaded = true
    if (stored === null) {
      known = { heads: await repo.readHeads(), findings: [] }
      isKept = false
      return
    }
    const opened = openedHeads(macs, stored)
    if (opened.state === 'genuine') known = opened.heads
    if (opened.state === 'unknown-key')
      logger.warn('audit-heads.json was sealed with a key that is gone, and begins anew')
    if (opened.state !== 'false') return
    const message = 'audit-heads.json in the data directory was changed by somebody else.'
    for (const trail of AUDIT_TRAILS) note({ trail, kind: 'head', number: null, message })
  }

  function note(finding: Omit<Finding, 'noticedAt'>): void {
    logger.error({ finding }, 'an audit trail is not as it was written')
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
    await file.write(sealedHeads(macs, known)).catch((error: unknown) => {
      isKept = false
      logger.error({ err: error }, 'the heads of the audit trails could not be written to DATA_DIR')
    })
  }

  /** Once the next records take the numbers of those that were cut, nobody could tell where that was. */
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
        : `The trail was cut at or before record ${seen.number} and written anew.`
    note({ trail, kind: 'cut', number: mac === undefined ? last : seen.number, message })
  }

  /** Where the next record goes; a row of the last record that was set back must not stop the sealing. */
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

  /** How many records were sealed. */
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
    /** Seals whatever is not sealed yet, of whichever process. */
    seal: (): Promise<void> => inTurn(() => sealAll()),

    /** Writes the heads to the data directory unless they are there. */
    keepHeads: (): Promise<void> => inTurn(keep),

    /** What this host has seen, and what it noticed. */
    known: (): AuditHeads => known,

    /** Takes part in the same line, for work that changes the trails. */
    inTurn,

    /** The heads as one text, for a backup to hold; what is sealed by then stays when it is broken off. */
    auditHeads: (signal?: AbortSignal): Promise<string> =>
      inTurn(async () => {
        await sealAll(signal)
        return sealedHeads(macs, { heads: await repo.readHeads(), findings: [] })
      }),

    /** After a restore the trails are those of the backup: what was seen before counts no longer. */
    adoptHeads: (): Promise<void> => inTurn(adopt),
  }
}
