/** The backup cannot be restored into this database; nothing was written. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
