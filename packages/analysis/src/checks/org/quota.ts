import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { settingObject } from '../judge-setting.ts'

const PERCENT = 80
const SETTING = settingObject('directorySizeQuota', 'Directory quota')

export const quota = defineCheck({
  id: 'org.quota',
  version: 1,
  title: 'Less than 80 % of the directory quota is used',
  severity: 'low',
  why: 'When the quota is full, no user, group, device or application can be created.',
  fix: [
    'Delete devices and guests that are no longer used.',
    'Empty the list of deleted objects, which count in part.',
    'Verify a domain, or ask Microsoft support for a higher quota.',
  ],
  effort: 'hours',
  userImpact: 'None.',
  references: [],
  licence: null,
  needs: ['organization'],
  judge({ organization: { directorySizeQuota } }) {
    const used = directorySizeQuota?.used ?? null
    const total = directorySizeQuota?.total ?? null
    // A quota of 0 is that of a cloud that does not know it.
    if (used === null || total === null || total <= 0)
      return notRead('The quota of the directory is not known.', { objects: [SETTING] })
    const counts = { used, total, percent: Math.floor((used / total) * 100) }
    return used * 100 < total * PERCENT
      ? passed(`${counts.percent} % of the quota is used.`, { counts })
      : failed(`${counts.percent} % of the quota is used.`, { counts, objects: [SETTING] })
  },
})
