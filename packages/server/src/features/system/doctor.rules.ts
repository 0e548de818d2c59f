import { missingPermissionsOf } from '@tenantscope/analysis/tenant-state'
import { CREDENTIAL_WARNING_DAYS } from '@tenantscope/contract/limits'
import { z } from 'zod'

import type { CredentialEnd } from '../../db/credential-end.ts'
import type { UnexpectedEnd } from '../../lib/unexpected-end.ts'

/** The result of one check of `npm run doctor`. `trouble` makes it exit with an error. */
export const Finding = z.object({
  /** The subject of the check. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'trouble']),
  text: z.string(),
  /** The advice; null when no action is needed. */
  next: z.string().nullable(),
})
export type Finding = z.infer<typeof Finding>

export const ok = (name: string, text: string): Finding => ({ name, state: 'ok', text, next: null })
export const warning = foundAs('warning')
export const trouble = foundAs('trouble')

function foundAs(state: 'warning' | 'trouble') {
  return (name: string, text: string, next: string): Finding => ({ name, state, text, next })
}

const GIGABYTE = 1024 ** 3
const LITTLE_SPACE_GB = 2
const NO_SPACE_GB = 0.2

/** Free bytes where the data directory is. */
export function diskFinding(freeBytes: number): Finding {
  const free = freeBytes / GIGABYTE
  const text = `${free.toFixed(1)} GB are free`
  if (free < NO_SPACE_GB)
    return trouble('Disk', text, 'Free some space at once: a full disk stops the database.')
  if (free < LITTLE_SPACE_GB)
    return warning('Disk', text, 'Free some space: refreshes and backups need it.')
  return ok('Disk', text)
}

const MINUTE_MS = 60_000
const CLOCK_WARNING_MS = MINUTE_MS
/** Microsoft takes no assertion that is further off. */
const CLOCK_TROUBLE_MS = 5 * MINUTE_MS

/** Difference of this machine's clock to another one, in ms; positive: it is ahead. */
export function clockFinding(offsetMs: number, other: string): Finding {
  const name = `Clock compared with ${other}`
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  const text = `${seconds} s ${offsetMs >= 0 ? 'ahead of' : 'behind'} ${other}`
  const next = 'Synchronize the clock of this machine with a time server (NTP).'
  if (Math.abs(offsetMs) > CLOCK_TROUBLE_MS) return trouble(name, text, next)
  return Math.abs(offsetMs) > CLOCK_WARNING_MS ? warning(name, text, next) : ok(name, text)
}

/** Jobs as the queue counts them. */
export interface QueueCounts {
  readonly waiting: number
  readonly active: number
  /** Since when the oldest job that could be done waits, in seconds; null: none does. */
  readonly oldestWaitingSeconds: number | null
  /** Given up for good within the last day. */
  readonly givenUp: number
}

const STUCK_SECONDS = 600

/** Reports whether jobs are processed. */
export function queueFinding(counts: QueueCounts): Finding {
  const { waiting, active, oldestWaitingSeconds, givenUp } = counts
  const text = `${waiting} waiting, ${active} running, ${givenUp} failed permanently since yesterday`
  if ((oldestWaitingSeconds ?? 0) > STUCK_SECONDS && active === 0)
    return trouble(
      'Background jobs',
      `${text}; the oldest has waited ${Math.round((oldestWaitingSeconds ?? 0) / 60)} minutes`,
      'No process runs them. Start Tenantscope (npm start) or a worker (npm run worker).',
    )
  if (givenUp > 0)
    return warning(
      'Background jobs',
      text,
      'See the log for the reasons; they are not retried automatically.',
    )
  return ok('Background jobs', text)
}

/** Reports the permissions of the own directory's token. */
export function permissionsFinding(roles: readonly string[]): Finding {
  if (roles.length === 0)
    return warning(
      'Permissions',
      'Microsoft’s token cannot be read, so its permissions are unknown',
      'Open Azure Config and check the permissions there.',
    )
  const missing = missingPermissionsOf(roles)
  if (missing.length === 0) return ok('Permissions', 'all required permissions are granted')
  const isCritical = missing.includes('Directory.Read.All')
  return (isCritical ? trouble : warning)(
    'Permissions',
    `not granted: ${missing.join(', ')}`,
    'Add them to the app registration and grant admin consent on Azure Config.',
  )
}

const DAY_MS = 86_400_000

/** Reports the expiry of the credential in use; null without a connection. */
export function credentialFinding(credential: CredentialEnd | null, now: Date): Finding {
  const name = 'Client secret or certificate'
  if (credential === null) return ok(name, 'no connection is stored yet')
  const { kind, expiresAt } = credential
  if (expiresAt === null && kind === 'federated')
    return ok(name, 'a federated credential has no expiry date')
  if (expiresAt === null)
    return warning(
      name,
      'its expiry date is not known',
      'Look it up in the app registration in Microsoft Entra.',
    )
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS)
  const day = expiresAt.toISOString().slice(0, 10)
  const next = 'Create a new one in the app registration and store it on Azure Config.'
  if (days < 0) return trouble(name, `ended on ${day}`, next)
  if (days <= CREDENTIAL_WARNING_DAYS)
    return warning(name, `ends on ${day}, in ${days === 1 ? 'a day' : `${days} days`}`, next)
  return ok(name, `ends on ${day}`)
}

/** Reports the last unexpected end of the process; a warning within a day after it. */
export function lastEndFinding(end: UnexpectedEnd | null, now: Date): Finding {
  const name = 'Last unexpected end'
  if (end === null) return ok(name, 'none is recorded')
  const { at, signal } = end
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const text = `${time}, ${signal === null ? 'without a signal' : `by ${signal}`}; the process was started again`
  if (now.getTime() - at.getTime() > DAY_MS) return ok(name, text)
  const next =
    signal === 'SIGKILL'
      ? 'The system may have ended the process for lack of memory: see its log, and give the machine more memory.'
      : 'Read the log before that time. If it happens again, report it with these lines.'
  return warning(name, text, next)
}

/** Returns the report as lines of text. */
export function linesOf(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings.flatMap(({ name, state, text, next }) => [
    `${MARKS[state]}  ${name.padEnd(width)}  ${text}`,
    ...(next === null ? [] : [`${' '.repeat(9)}${' '.repeat(width)}  → ${next}`]),
  ])
}

const MARKS = { ok: 'ok     ', warning: 'warning', trouble: 'TROUBLE' } as const
