/** What each kind of job does, in words. A job that is new gets its line here: a test compares. */
export const JOB_TITLES: Readonly<Record<string, string>> = {
  'discover-tenants': 'Find the tenants of the partner directory',
  'refresh-tenant': 'Read a tenant again',
  'refresh-due-tenants': 'Look which tenants are to be read again',
  'sweep-generations': 'Remove data that was replaced by newer data',
  'start-activity': 'Look whose activity is to be read tonight',
  'read-usage': 'Read the use of a tenant’s workloads',
  'read-sign-ins': 'Read a tenant’s sign-in dates',
  'check-connection': 'Check the Microsoft connection',
  'verify-consent': 'Prove a consent at Microsoft',
  'start-scheduled-reports': 'Look which scheduled reports are due',
  'make-scheduled-report': 'Make a scheduled report',
  'mail-scheduled-reports': 'Mail scheduled reports',
  'watch-events': 'Look for events to notify people of',
  'start-due-backup': 'Look whether a backup is due',
  'make-backup': 'Back up the database',
  'erase-tenant': 'Erase a tenant’s data',
}

/** Kinds of jobs come and go with versions; one that is left of another is named as it was. */
export const titleOf = (name: string): string => JOB_TITLES[name] ?? name
