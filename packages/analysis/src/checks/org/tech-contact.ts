import { defineCheck, failed, passed } from '../define-check.ts'
import { notReturned, settingObject } from '../judge-setting.ts'

const SETTING = settingObject('technicalNotificationMails', 'Technical contact')

export const techContact = defineCheck({
  id: 'org.tech-contact',
  version: 1,
  title: 'A technical contact receives notices from Microsoft',
  severity: 'low',
  why: 'Microsoft sends notices about outages and expiring services to this address. A contact for security is shown, but does not replace it.',
  fix: [
    'In the Microsoft 365 admin center open Settings > Org settings > Organization profile.',
    'Under Organization information enter a technical contact.',
    'Use a mailbox that more than one person reads.',
  ],
  effort: 'minutes',
  userImpact: 'None.',
  references: [],
  licence: null,
  needs: ['organization'],
  judge({ organization: { technicalNotificationMails, securityComplianceNotificationMails } }) {
    if (!technicalNotificationMails) return notReturned(SETTING)
    const counts = {
      technicalContacts: countOf(technicalNotificationMails),
      securityContacts: countOf(securityComplianceNotificationMails ?? []),
    }
    return counts.technicalContacts > 0
      ? passed('A technical contact is set.', { counts })
      : failed('No technical contact is set.', { counts, objects: [SETTING] })
  },
})

const countOf = (addresses: readonly string[]): number =>
  addresses.filter((address) => address.trim() !== '').length
