import { counted } from '../../counted.ts'
import { defineCheck } from '../define-check.ts'
import type { Finding } from '../judge-each.ts'
import type { DomainDnsFacts } from '../rows.ts'
import { judgeMailDomains } from './mail-domains.ts'
import type { RecordsOf } from './mail-domains.ts'

export const dmarc = defineCheck({
  id: 'dns.dmarc',
  version: 1,
  title: 'DMARC rejects mail that fails it, for every mail domain',
  severity: 'high',
  why: 'Only p=reject for all mail stops forged senders. Some benchmarks accept any DMARC record; here p=none, p=quarantine and a percentage below 100 fail.',
  fix: [
    'Set up SPF and DKIM for every service that sends mail for the domain.',
    'Publish a TXT record at _dmarc before the domain: v=DMARC1; p=none, with an address for reports.',
    'When the reports show only forged mail as failing, change it to p=quarantine and then to p=reject.',
  ],
  effort: 'days',
  userImpact: 'Mail of services without SPF and DKIM is refused.',
  references: ['CIS 2.1.10', 'MT.1182'],
  licence: null,
  needs: ['domains', 'dns'],
  judge: (read) =>
    judgeMailDomains(read, {
      findingOf: dmarcFinding,
      passed: 'Every mail domain rejects mail that fails DMARC.',
      failed: (count) =>
        `${counted(count, 'domain')} ${count === 1 ? 'does' : 'do'} not reject mail that fails DMARC.`,
      notKnown: (count) => `The DMARC records of ${counted(count, 'domain')} could not be read.`,
    }),
})

type Tags = ReadonlyMap<string, string>

/** A domain without a record of its own has that of a domain above it, with `sp` before `p`. */
function dmarcFinding({ domain, dmarc: texts }: DomainDnsFacts, recordsOf: RecordsOf): Finding {
  if (texts === null) return 'notKnown'
  const own = dmarcTags(texts)
  if (own.length > 0) return findingOfTags(own, ['p'])
  for (const parent of parentsOf(domain)) {
    const records = recordsOf(parent)
    if (records === undefined) continue
    if (records.dmarc === null) return 'notKnown'
    const inherited = dmarcTags(records.dmarc)
    if (inherited.length > 0) return findingOfTags(inherited, ['sp', 'p'])
  }
  return 'unmet'
}

/** More than one record is as good as none. */
function findingOfTags(records: readonly Tags[], policyTags: readonly string[]): Finding {
  const [tags] = records
  if (tags === undefined || records.length > 1) return 'unmet'
  const policy = policyTags.map((tag) => tags.get(tag)).find((value) => value !== undefined)
  return policy === 'reject' && (tags.get('pct') ?? '100') === '100' ? 'met' : 'unmet'
}

const dmarcTags = (texts: readonly string[]): Tags[] =>
  texts
    .filter((text) => /^v\s*=\s*dmarc1\s*(?:;|$)/iu.test(text.trim()))
    .map((text) => new Map(text.split(';').map(tagOf)))

function tagOf(part: string): [string, string] {
  const [name = '', value = ''] = part.toLowerCase().split('=')
  return [name.trim(), value.trim()]
}

/** `a.b.contoso.com` is below `b.contoso.com` and `contoso.com`. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
}
