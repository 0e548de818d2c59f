import type { DatabaseHandle } from '../../db/connection.ts'
import { ok, trouble, warning } from './doctor.rules.ts'
import type { Finding } from './doctor.rules.ts'

/** What each check looks at and why it matters. */
export const EXPLANATIONS: Readonly<Record<string, string>> = {
  Database: 'Everything is stored there; slow answers make every screen slow.',
  'Clock against':
    'Microsoft takes no proof of identity from a machine whose clock is more than five minutes off, and times on screens would be wrong.',
  'Background jobs':
    'They read tenants, make reports and mail them. Jobs that wait long or are given up mean that data get old.',
  Tables: 'Each version needs the tables that it was made for.',
  'Microsoft connection': 'Without it no tenant can be read and nobody can sign in with Microsoft.',
  'Way to': 'The host must be reachable on port 443 for reading tenants and for signing in.',
  Token: 'Proves that Microsoft takes the app registration’s secret or certificate.',
  Permissions: 'What the app registration may not read is missing on the screens.',
  'Client secret or certificate': 'Once it has ended nothing can be read any more.',
  Disk: 'A full disk stops the database and backups.',
  Backups: 'A backup is the only way back after a lost disk or a mistake.',
  Mail: 'Scheduled reports and notifications are sent by it.',
  Memory: 'A process that runs out of memory is ended by the system and begins anew.',
}

const DAY_MS = 86_400_000
const OLD_DAYS = 2
const VERY_OLD_DAYS = 14

/** Whether there is a recent backup. */
export function backupFinding(
  given: {
    lastBackupAt: Date | null
    isScheduled: boolean
    failure: string | null
  },
  { kind, now }: { kind: DatabaseHandle['kind']; now: Date },
): Finding {
  const { lastBackupAt, isScheduled, failure } = given
  const next = isScheduled
    ? 'Look at the backup schedule, or make a backup now.'
    : 'Switch scheduled backups on, or make a backup now.'
  if (failure !== null) return trouble('Backups', `the last one failed: ${failure}`, next)
  if (lastBackupAt === null)
    return warning(
      'Backups',
      `no encrypted backup was made yet; ${NOT_COUNTED[kind]} are not counted`,
      next,
    )
  const days = Math.floor((now.getTime() - lastBackupAt.getTime()) / DAY_MS)
  const text = days === 0 ? 'the last one is of today' : `the last one is ${counted(days)} old`
  if (days > VERY_OLD_DAYS) return trouble('Backups', text, next)
  return days > OLD_DAYS ? warning('Backups', text, next) : ok('Backups', text)
}

/** What else may be there, and is not this product's own. */
const NOT_COUNTED = {
  embedded: 'the copies that the embedded database keeps by itself',
  postgres: 'those that are made of PostgreSQL itself',
} as const satisfies Record<DatabaseHandle['kind'], string>

const counted = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

export const mailFinding = (isConfigured: boolean): Finding =>
  isConfigured
    ? ok('Mail', 'a mail server is set')
    : warning(
        'Mail',
        'no mail server is set, so nothing can be mailed',
        'Set one under Settings, or leave it: reports are made and kept all the same.',
      )

const MEGABYTE = 1_024 ** 2
const HIGH_SHARE = 0.85

/** How much of the memory that it may take this process has taken. */
export function memoryFinding({ used, most }: { used: number; most: number }): Finding {
  const text = `${Math.round(used / MEGABYTE)} of ${Math.round(most / MEGABYTE)} MB of working memory are in use`
  return used > most * HIGH_SHARE
    ? warning('Memory', text, 'Give the process more memory (NODE_OPTIONS=--max-old-space-size).')
    : ok('Memory', text)
}
