import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

export const cases: readonly CheckCase[] = [
  {
    name: 'a contact',
    facts: facts({
      organization: {
        technicalNotificationMails: ['it@contoso.com'],
        securityComplianceNotificationMails: [],
      },
    }),
    verdict: 'passed',
    counts: { technicalContacts: 1, securityContacts: 0 },
  },
  {
    name: 'no contact',
    facts: facts({ organization: { technicalNotificationMails: [] } }),
    verdict: 'failed',
    objects: ['technicalNotificationMails'],
  },
  {
    name: 'an empty address is no contact',
    facts: facts({ organization: { technicalNotificationMails: [' '] } }),
    verdict: 'failed',
  },
  {
    name: 'a contact for security is no technical contact',
    facts: facts({
      organization: {
        technicalNotificationMails: [],
        securityComplianceNotificationMails: ['security@contoso.com'],
      },
    }),
    verdict: 'failed',
    counts: { securityContacts: 1 },
  },
  {
    name: 'contacts that are null',
    facts: facts({ organization: { technicalNotificationMails: null } }),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ organization: 'noPermission' }),
    verdict: 'noPermission',
  },
]
