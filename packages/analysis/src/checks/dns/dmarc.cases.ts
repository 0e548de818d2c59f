import { facts } from '../../testing/check-facts.ts'
import { mailDomain, withMailDomains } from '../../testing/dns-facts.ts'
import type { CheckCase } from '../cases.ts'

const withDmarc = (...dmarc: readonly string[]) =>
  withMailDomains(mailDomain('contoso.com', { dmarc }))
/** A subdomain without a record, and its parent. */
const below = (dmarc: readonly string[] | null) =>
  withMailDomains(mailDomain('mail.contoso.com'), mailDomain('contoso.com', { dmarc }))

export const cases: readonly CheckCase[] = [
  {
    name: 'reject',
    facts: withDmarc('v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com'),
    verdict: 'passed',
    counts: { domains: 1 },
  },
  {
    name: 'reject for all mail',
    facts: withDmarc('v=DMARC1;p=REJECT;pct=100;'),
    verdict: 'passed',
  },
  {
    name: 'quarantine',
    facts: withDmarc('v=DMARC1; p=quarantine'),
    verdict: 'failed',
    objects: ['contoso.com'],
  },
  { name: 'none', facts: withDmarc('v=DMARC1; p=none; sp=reject'), verdict: 'failed' },
  {
    name: 'reject for some mail',
    facts: withDmarc('v=DMARC1; p=reject; pct=50'),
    verdict: 'failed',
  },
  { name: 'no record', facts: withDmarc('some text with p=reject'), verdict: 'failed' },
  {
    name: 'two records are none',
    facts: withDmarc('v=DMARC1; p=reject', 'v=DMARC1; p=none'),
    verdict: 'failed',
  },
  {
    name: 'a subdomain has the record of its parent',
    facts: below(['v=DMARC1; p=reject']),
    verdict: 'passed',
    counts: { domains: 2 },
  },
  {
    name: 'the parent says something else of subdomains',
    facts: below(['v=DMARC1; p=reject; sp=none']),
    verdict: 'failed',
    objects: ['mail.contoso.com'],
  },
  { name: 'the record of the parent could not be read', facts: below(null), verdict: 'notRead' },
  {
    name: 'a query that failed',
    facts: withMailDomains(mailDomain('contoso.com', { dmarc: null })),
    verdict: 'notRead',
  },
  {
    name: 'no domain receives mail',
    facts: withMailDomains(mailDomain('contoso.onmicrosoft.com')),
    verdict: 'notApplicable',
  },
  { name: 'DNS is off', facts: facts({ dns: 'notRead' }), verdict: 'notRead' },
]
