import type { DatabaseHandle } from '../../db/handle.ts'
import { ok, trouble, warning } from './doctor.rules.ts'
import type { Finding } from './doctor.rules.ts'

/** The subject of each check and its importance. */
export const EXPLANATIONS: Readonly<Record<string, string>> = {
  Database: 'All data is stored there; a slow database makes every screen slow.',
  'Clock compared with':
    'Microsoft rejects the credentials of a machine whose clock is off by more than five minutes, and times on screens would be wrong.',
  'Background jobs':
    'They read tenants, create reports and mail them. When jobs wait long or fail permanently, data becomes outdated.',
  Tables: 'Each version requires its own tables.',
  'Microsoft connection':
    'Without it, no tenant can be read and no user can sign in with Microsoft.',
  'Connection to': 'The host must be reachable on port 443 for reading tenants and for signing in.',
  Token: 'Shows that Microsoft accepts the app registration’s secret or certificate.',
  Permissions: 'Data that the app registration may not read is missing on the screens.',
  'Client secret or certificate': 'After it expires, no data can be read.',
  Disk: 'A full disk stops the database and backups.',
  Backups: 'A backup is the only way to recover from a lost disk or a mistake.',
  Mail: 'Tenantscope sends scheduled reports and notifications through it.',
  'Last unexpected end':
    'A process that crashes is started again. Users are disconnected for some seconds, and jobs that were running run again.',
  Memory: 'The system stops and restarts a process that runs out of memory.',
}

const DAY_MS = 86_400_000
const OLD_DAYS = 2
const VERY_OLD_DAYS = 14

/** Checks for a recent backup. */
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
    ? 'Check the backup schedule, or create a backup now.'
    : 'Turn on scheduled backups, or create a backup now.'
  if (failure !== null) return trouble('Backups', `the last one failed: ${failure}`, next)
  if (lastBackupAt === null)
    return warning(
      'Backups',
      `no encrypted backup exists yet; ${NOT_COUNTED[kind]} are not counted`,
      next,
    )
  const days = Math.floor((now.getTime() - lastBackupAt.getTime()) / DAY_MS)
  const text =
    days === 0
      ? 'the last encrypted backup is less than a day old'
      : `the last encrypted backup is ${counted(days)} old`
  if (days > VERY_OLD_DAYS) return trouble('Backups', text, next)
  return days > OLD_DAYS ? warning('Backups', text, next) : ok('Backups', text)
}

/** Other backups that may exist, which this product does not create. */
const NOT_COUNTED = {
  embedded: 'the automatic copies of the embedded database',
  postgres: 'backups made with PostgreSQL tools',
} as const satisfies Record<DatabaseHandle['kind'], string>

const counted = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

export const mailFinding = (isConfigured: boolean): Finding =>
  isConfigured
    ? ok('Mail', 'a mail server is configured')
    : warning(
        'Mail',
        'no mail server is configured, so no mail can be sent',
        'Set one under Settings if reports should be mailed; reports are created and stored without it.',
      )

const MEGABYTE = 1_024 ** 2
const HIGH_SHARE = 0.85

/** Checks the process's share of its available memory. */
export function memoryFinding({ used, most }: { used: number; most: number }): Finding {
  const text = `${Math.round(used / MEGABYTE)} of ${Math.round(most / MEGABYTE)} MB of working memory are in use`
  return used > most * HIGH_SHARE
    ? warning('Memory', text, 'Give the process more memory (NODE_OPTIONS=--max-old-space-size).')
    : ok('Memory', text)
}
