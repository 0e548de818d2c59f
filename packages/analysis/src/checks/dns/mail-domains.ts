import { notApplicable } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import type { DomainDnsFacts, DomainFacts } from '../rows.ts'

/** Returns the records of a domain; undefined when they were not read. */
export type RecordsOf = (domain: string) => DomainDnsFacts | undefined

interface MailRule {
  readonly findingOf: (records: DomainDnsFacts, recordsOf: RecordsOf) => Finding
  readonly passed: string
  readonly failed: (count: number) => string
  readonly notKnown: (count: number) => string
}

/** Domains that Microsoft gives to tenants, in all clouds; their records are Microsoft's. */
const MICROSOFT_DOMAIN = /\.(?:onmicrosoft\.(?:com|us|de)|partner\.onmschina\.cn)$/u

/** Judges the public records of verified domains that receive mail. */
export function judgeMailDomains(
  {
    domains,
    dns,
  }: { readonly domains: readonly DomainFacts[]; readonly dns: readonly DomainDnsFacts[] },
  { findingOf, ...texts }: MailRule,
): Judgement {
  const byDomain = new Map(dns.map((records) => [nameOf(records.domain), records]))
  const recordsOf: RecordsOf = (domain) => byDomain.get(nameOf(domain))
  const inQuestion = domains
    .filter(({ id }) => !isGivenByMicrosoft(id))
    .map((domain) => ({ domain, isAsked: isAsked(domain, recordsOf(domain.id)) }))
    .filter(({ isAsked: asked }) => asked !== false)
  if (inQuestion.length === 0) return notApplicable('No verified domain receives mail.')
  return judgeEach(inQuestion, {
    ...texts,
    counted: 'domains',
    findingOf({ domain, isAsked: asked }) {
      const records = recordsOf(domain.id)
      const finding = records === undefined ? 'notKnown' : findingOf(records, recordsOf)
      return finding === 'unmet' && asked === null ? 'notKnown' : finding
    },
    objectOf: ({ domain: { id } }) => ({ kind: 'domain', id, name: id }),
  })
}

/** Returns whether Microsoft gave the domain to the tenant. */
export const isGivenByMicrosoft = (domain: string): boolean => MICROSOFT_DOMAIN.test(nameOf(domain))

const nameOf = (domain: string): string => domain.toLowerCase().replace(/\.$/u, '')

/** Returns whether a domain is verified and receives mail; null when that is not known. */
function isAsked(
  { isVerified, supportedServices }: DomainFacts,
  records: DomainDnsFacts | undefined,
): boolean | null {
  if (isVerified === false) return false
  const receives = receivesMail(supportedServices, records?.mx)
  if (receives === false) return false
  return isVerified === true ? receives : null
}

function receivesMail(
  services: DomainFacts['supportedServices'],
  mx: DomainDnsFacts['mx'] | undefined,
): boolean | null {
  if (services?.some((service) => service.toLowerCase() === 'email')) return true
  if (mx?.some((record) => !isNullMx(record))) return true
  return services && mx ? false : null
}

/** RFC 7505: an MX record of a single point says that the domain receives no mail. */
const isNullMx = (record: string): boolean => /^(?:\d+\s+)?\.?$/u.test(record.trim())
