import { counted } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import type { Finding } from '../judge-each.ts'
import { judgeMailDomains } from './mail-domains.ts'

export const spf = defineCheck({
  id: 'dns.spf',
  version: 1,
  title: 'Every mail domain has one SPF record that refuses other senders',
  severity: 'high',
  why: 'Without SPF any server can send mail in the name of the domain. Both -all and ~all pass, since DMARC decides on the result; two records are invalid.',
  fix: [
    'List the services that send mail for the domain.',
    'At the DNS provider publish one TXT record that begins with v=spf1, includes spf.protection.outlook.com and these services, and ends with -all.',
    'Remove other SPF records of the domain.',
  ],
  effort: 'hours',
  userImpact: 'Mail from services that are not listed can be refused.',
  references: ['CIS 2.1.8', 'MT.1182'],
  licence: null,
  needs: ['domains', 'dns'],
  judge: (read) =>
    judgeMailDomains(read, {
      findingOf: ({ txt }) => (txt === null ? 'notKnown' : spfFinding(txt)),
      passed: 'Every mail domain has an SPF record that refuses other senders.',
      failed: (count) =>
        `${counted(count, 'domain')} lack${count === 1 ? 's' : ''} an SPF record that refuses other senders.`,
      notKnown: (count) => `The SPF records of ${counted(count, 'domain')} could not be read.`,
    }),
})

function spfFinding(texts: readonly string[]): Finding {
  const records = texts
    .map((text) => text.trim().toLowerCase().split(/\s+/u))
    .filter(([version]) => version === 'v=spf1')
  const terms = records[0]
  if (terms === undefined || records.length > 1) return 'unmet'
  const all = terms.find((term) => /^[-+~?]?all$/u.test(term))
  // A redirect counts only where the record itself does not say what happens to all others.
  const isClosed =
    all === undefined
      ? terms.some((term) => term.startsWith('redirect='))
      : ['-all', '~all'].includes(all)
  return isClosed ? 'met' : 'unmet'
}
