/** The title of each kind of job. A test requires one for every new job. */
export const JOB_TITLES: Readonly<Record<string, string>> = {
  'discover-tenants': 'Find the tenants of the partner directory',
  'refresh-tenant': 'Read a tenant again',
  'refresh-due-tenants': 'Find the tenants that are due to be read',
  'sweep-generations': 'Remove data that was replaced by newer data',
  'start-activity': 'Find the tenants whose activity is due to be read',
  'read-usage': 'Read the workload usage of a tenant',
  'read-sign-ins': 'Read a tenant’s sign-in dates',
  'judge-tenant': 'Judge a tenant’s posture',
  'judge-license': 'Judge the tenants that have a license again',
  'judge-due-tenants': 'Find the tenants whose posture is due to be judged',
  'record-savings': 'Record what could be saved and what was saved',
  'freeze-billing-months': 'Freeze the billing months that have ended',
  'check-connection': 'Check the Microsoft connection',
  'verify-consent': 'Verify a consent with Microsoft',
  'start-scheduled-reports': 'Find the scheduled reports that are due',
  'make-scheduled-report': 'Create a scheduled report',
  'mail-scheduled-reports': 'Mail scheduled reports',
  'watch-events': 'Find events to notify users of',
  'start-due-backup': 'Check whether a backup is due',
  'make-backup': 'Back up the database',
  'erase-tenant': 'Erase a tenant’s data',
}

/** The title of a job; a job of another version, which has no title here, keeps its technical name. */
export const titleOf = (name: string): string => JOB_TITLES[name] ?? name
