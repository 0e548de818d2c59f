import type { AdminStats } from '@tenantscope/contract/users'

const DAY_MS = 24 * 60 * 60 * 1_000
/** A backup older than this is worth a word. */
const OLD_BACKUP_DAYS = 7

/** What is wrong with the last backup, in words; null: nothing. */
export function backupConcern(
  { lastBackup }: Pick<AdminStats, 'lastBackup'>,
  now: Date,
): string | null {
  if (lastBackup === null) return 'No backup has ever been made.'
  const days = Math.floor((now.getTime() - new Date(lastBackup).getTime()) / DAY_MS)
  return days > OLD_BACKUP_DAYS ? `The last backup is ${days} days old.` : null
}

/** Administrators whose first or new password was given to them by somebody else. */
export function passwordConcern({
  adminUsersToChoosePassword: count,
}: Pick<AdminStats, 'adminUsersToChoosePassword'>): string | null {
  if (count === 0) return null
  return count === 1
    ? '1 administrator must still choose a password of their own.'
    : `${count} administrators must still choose a password of their own.`
}
