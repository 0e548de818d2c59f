import { facts } from '../../testing/check-facts.ts'
import { mailDomain, withMailDomains } from '../../testing/dns-facts.ts'
import type { CheckCase } from '../cases.ts'

const CNAME = 'selector1-contoso-com._domainkey.contoso.onmicrosoft.com'
const withSelectors = (selector1: string | null, selector2: string | null) =>
  withMailDomains(mailDomain('contoso.com', { dkim: { selector1, selector2 } }))

export const cases: readonly CheckCase[] = [
  {
    name: 'both selectors, as CNAME and as TXT',
    facts: withSelectors(CNAME, 'v=DKIM1; k=rsa; p=MIIB'),
    verdict: 'passed',
    counts: { domains: 1 },
  },
  {
    name: 'one selector',
    facts: withSelectors(CNAME, null),
    verdict: 'failed',
    objects: ['contoso.com'],
  },
  { name: 'no selector', facts: withSelectors(null, null), verdict: 'failed' },
  {
    name: 'a key that was withdrawn',
    facts: withSelectors(CNAME, 'v=DKIM1; k=rsa; p='),
    verdict: 'failed',
  },
  {
    name: 'a query that failed',
    facts: withMailDomains(mailDomain('contoso.com', { dkim: null })),
    verdict: 'notRead',
  },
  {
    name: 'no domain receives mail',
    facts: withMailDomains(mailDomain('contoso.onmicrosoft.com')),
    verdict: 'notApplicable',
  },
  {
    name: 'domains without permission',
    facts: facts({ domains: 'noPermission', dns: 'notRead' }),
    verdict: 'noPermission',
  },
]
