import { hoursSince } from '../age.ts'
import { defineCheck, failed, notApplicable, notRead, passed } from '../define-check.ts'
import { settingObject } from '../judge-setting.ts'

const SETTING = settingObject('onPremisesLastSyncDateTime', 'Last synchronization')
const HOURS = 3

export const syncFresh = defineCheck({
  id: 'hyb.sync-fresh',
  version: 1,
  title: 'The local directory was synchronized within 3 hours',
  severity: 'high',
  why: 'While synchronization fails, people who left keep their access and password changes do not arrive. The time is compared with the time of the reading.',
  fix: [
    'In the Microsoft Entra admin center open Entra Connect > Connect Sync or Cloud Sync, and read the errors.',
    'On the server check that the service runs, that the disk is not full, and that the account is not blocked.',
    'Start a synchronization, and check the time again.',
  ],
  effort: 'hours',
  userImpact: 'None; changes of the local directory arrive again.',
  references: [],
  licence: null,
  needs: ['organization'],
  judge({ organization, facts: { asOf } }) {
    // Null is Microsoft's answer for directories that were never synchronized, false for those that no longer are.
    const isSynchronized = organization.onPremisesSyncEnabled
    if (isSynchronized === undefined) return notRead('Microsoft did not return this setting.')
    if (isSynchronized !== true) return notApplicable('No local directory is synchronized.')
    const hours = hoursSince(organization.onPremisesLastSyncDateTime, asOf)
    if (hours === null)
      return notRead('The time of the last synchronization is not known.', { objects: [SETTING] })
    return hours >= HOURS
      ? failed('The last synchronization was 3 hours or more before the reading.', {
          objects: [SETTING],
        })
      : passed('The last synchronization was less than 3 hours before the reading.')
  },
})
