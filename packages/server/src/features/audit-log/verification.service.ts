import { setImmediate as nextTurn } from 'node:timers/promises'

import { AUDIT_TRAIL_NAMES } from '@tenantscope/contract/audit'
import type { AuditProblem, AuditTrail, AuditVerification } from '@tenantscope/contract/audit'

import type { Clock } from '../../lib/clock.ts'
import { openedHeads } from './audit-heads.ts'
import type { AuditHeads } from './audit-heads.ts'
import type { AuditMacs } from './audit-macs.ts'
import { AUDIT_TRAILS } from './audit-trails.ts'
import { removedUpTo } from './removals.rules.ts'
import type { SealingRepo } from './sealing.repo.ts'
import { SEALED_AT_ONCE } from './sealing.service.ts'
import type { AuditSealingService } from './sealing.service.ts'
import { createTrailWalk } from './trail-walk.rules.ts'
import type { TrailWalk, Witness } from './trail-walk.rules.ts'

export type AuditVerificationService = ReturnType<typeof createAuditVerificationService>

type TrailResult = AuditVerification['trails'][number]

/** Returns the heads of each backup, newest first, with the backup's name. */
export type BackupHeads = () => AsyncIterable<HeldHeads> | Iterable<HeldHeads>

interface HeldHeads {
  readonly name: string
  readonly sealed: string
}

/** The newest genuine backup's heads; none if there is no such backup. */
interface ReadBackup {
  readonly name: string
  readonly heads: AuditHeads['heads']
  /** Why newer backups are not used. */
  readonly unused: string[]
}

const NO_BACKUPS: BackupHeads = () => []
const THIS_HOST = 'this host’s data directory'
/** Why a backup is not used. */
const WHY_UNUSED = {
  false: 'its audit data was changed after it was created.',
  'unknown-key': 'its audit data was sealed with a removed key.',
} as const
const hostName = (adoptedAt: string | undefined): string =>
  adoptedAt === undefined
    ? THIS_HOST
    : `${THIS_HOST} (whose file was missing or sealed with an unknown key at ${adoptedAt})`
const FOREIGN_SHOWN = 20
/** Retention may remove records during the check; then the trail is checked again. */
const ATTEMPTS = 3

/** Verifies every record of the trails in batches and returns the problems. */
export function createAuditVerificationService(deps: {
  repo: SealingRepo
  macs: AuditMacs
  sealing: AuditSealingService
  clock: Clock
}) {
  const { repo, macs, sealing, clock } = deps
  let backupHeads = NO_BACKUPS

  async function walkAll(trail: AuditTrail, walk: TrailWalk) {
    for (;;) {
      // The head is read first: records sealed later have higher numbers, and the next check covers
      // them.
      const head = await repo.readHead(trail)
      const rows = await repo.listAfter(trail, { number: walk.last(), limit: SEALED_AT_ONCE })
      for (const row of rows) walk.step(row)
      if (rows.length === 0) return walk.end(head)
      await nextTurn()
    }
  }

  async function check(trail: AuditTrail, witnesses: Witness[]): Promise<TrailResult> {
    const removals = await repo.listRemovals(trail)
    const { head: start, falseOnes } = removedUpTo(macs, removals)
    const walked = await walkAll(trail, createTrailWalk({ macs, trail, start, witnesses }))
    const left = await repo.listUpTo(trail, { number: start.number, limit: FOREIGN_SHOWN })
    const problems = [
      ...falseOnes.map(falseRemoval),
      ...left.map(foreignOf),
      ...walked.problems,
      ...sealing.known().findings.filter((finding) => finding.trail === trail),
    ].map(({ kind, number, message }) => ({ kind, number, message }))
    return {
      trail,
      records: walked.records,
      removed: start.number,
      lastNumber: walked.lastNumber,
      witnesses: witnesses.map(({ name }) => name),
      problems: once(problems),
    }
  }

  async function checkSteadily(trail: AuditTrail, witnesses: Witness[]): Promise<TrailResult> {
    for (let attempt = 1; ; attempt += 1) {
      const before = await repo.listRemovals(trail)
      const result = await check(trail, witnesses)
      const after = await repo.listRemovals(trail)
      if (before.length === after.length || attempt === ATTEMPTS) return result
    }
  }

  /** Reads the newest genuine backup: an attacker may have changed the newest one, so older ones count too. */
  async function readBackup(): Promise<ReadBackup> {
    const unused: string[] = []
    for await (const { name, sealed } of backupHeads()) {
      const opened = openedHeads(macs, sealed)
      if (opened.state === 'genuine') return { name, heads: opened.heads.heads, unused }
      unused.push(`The trails were not compared with ${name}: ${WHY_UNUSED[opened.state]}`)
    }
    return { name: '', heads: {}, unused }
  }

  return {
    /** Sets the source of the backups' heads. */
    useBackupHeads(reader: BackupHeads): void {
      backupHeads = reader
    },

    async verify(): Promise<AuditVerification> {
      await sealing.seal()
      const backup = await readBackup()
      const { heads, adoptedAt } = sealing.known()
      const trails: TrailResult[] = []
      for (const trail of AUDIT_TRAILS) {
        const witnesses = [
          { name: hostName(adoptedAt), head: heads[trail] },
          { name: backup.name, head: backup.heads[trail] },
        ].filter((witness): witness is Witness => witness.head !== undefined)
        trails.push(await checkSteadily(trail, witnesses))
      }
      await sealing.keepHeads()
      const isIntact = trails.every(({ problems }) => problems.length === 0)
      const checkedAt = clock.now().toISOString()
      return { checkedAt, isIntact, unusedBackups: backup.unused, trails }
    },
  }
}

const falseRemoval = ({ firstNumber, lastNumber }: { firstNumber: number; lastNumber: number }) =>
  problem(
    firstNumber,
    `The note that retention removed records ${firstNumber} to ${lastNumber} was changed.`,
  )

const foreignOf = (number: number): AuditProblem => ({
  kind: 'foreign',
  number,
  message: `Record ${number} was not written by Tenantscope: retention had removed it.`,
})

const problem = (number: number, message: string): AuditProblem => ({
  kind: 'head',
  number,
  message,
})

/** Removes duplicates of earlier findings that still exist. */
const once = (problems: readonly AuditProblem[]): AuditProblem[] =>
  [
    ...new Map(
      problems.toReversed().map((each) => [`${each.kind} ${each.number ?? each.message}`, each]),
    ).values(),
  ].toReversed()

/** Returns the result as lines for an operator. */
export function verificationLines(found: AuditVerification): string[] {
  const { isIntact, unusedBackups, trails } = found
  const lines = trails.flatMap(({ trail, records, removed, problems }) => [
    `${AUDIT_TRAIL_NAMES[trail]}: ${records} records checked, ${removed} removed by retention, ${problems.length === 0 ? 'intact' : 'NOT INTACT'}`,
    ...problems.map(({ message }) => `  ${message}`),
  ])
  return [
    ...lines,
    ...unusedBackups,
    isIntact ? 'The audit trails are intact.' : 'The audit trails are NOT intact.',
  ]
}
