import { counted } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import { judgeMailDomains } from './mail-domains.ts'

export const dkim = defineCheck({
  id: 'dns.dkim',
  version: 1,
  title: 'Every mail domain has both DKIM selectors of Microsoft',
  severity: 'high',
  why: 'A DKIM signature shows that mail was sent for the domain and not changed. Microsoft uses two selectors in turn, so both must be published.',
  fix: [
    'In the Microsoft Defender portal open Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
    'Select the domain, and publish the two CNAME records that are shown, selector1 and selector2.',
    'Switch on the signing of messages for the domain.',
  ],
  effort: 'hours',
  userImpact: 'None; outgoing mail is signed.',
  references: ['CIS 2.1.9', 'MT.1182'],
  licence: null,
  needs: ['domains', 'dns'],
  judge: (read) =>
    judgeMailDomains(read, {
      findingOf({ dkim: selectors }) {
        if (selectors === null) return 'notKnown'
        return [selectors.selector1, selectors.selector2].every(isPublished) ? 'met' : 'unmet'
      },
      passed: 'Both DKIM selectors of every mail domain are published.',
      failed: (count) =>
        `${counted(count, 'domain')} lack${count === 1 ? 's' : ''} a DKIM selector of Microsoft.`,
      notKnown: (count) => `The DKIM records of ${counted(count, 'domain')} could not be read.`,
    }),
})

/** A key without content is one that was withdrawn. */
const isPublished = (record: string | null): boolean =>
  record !== null && record.trim() !== '' && !/(?:^|;)\s*p\s*=\s*(?:;|$)/iu.test(record)
