import { facts } from '../../testing/check-facts.ts'
import { mailDomain, withMailDomains } from '../../testing/dns-facts.ts'
import type { CheckCase } from '../cases.ts'

const GOOD = 'v=spf1 include:spf.protection.outlook.com -all'
const withTxt = (...txt: readonly string[]) => withMailDomains(mailDomain('contoso.com', { txt }))
const unused = { supportedServices: [] }

export const cases: readonly CheckCase[] = [
  {
    name: 'one record beside other texts',
    facts: withTxt('MS=ms123', GOOD),
    verdict: 'passed',
    counts: { domains: 1 },
  },
  { name: 'a soft fail', facts: withTxt('V=SPF1 mx ~ALL'), verdict: 'passed' },
  { name: 'a redirect', facts: withTxt('v=spf1 redirect=_spf.contoso.com'), verdict: 'passed' },
  {
    name: 'no record, beside a domain that could not be read',
    facts: withMailDomains(
      mailDomain('contoso.com', { txt: ['MS=ms123', 'v=spf10 -all'] }),
      mailDomain('fabrikam.com', { txt: null }),
    ),
    verdict: 'failed',
    objects: ['contoso.com'],
  },
  { name: 'two records are invalid', facts: withTxt(GOOD, 'v=spf1 mx -all'), verdict: 'failed' },
  { name: 'every sender is allowed', facts: withTxt('v=spf1 mx +all'), verdict: 'failed' },
  { name: 'nothing is said of other senders', facts: withTxt('v=spf1 mx ?all'), verdict: 'failed' },
  {
    name: 'domains of Microsoft, without verification and without mail are not judged',
    facts: withMailDomains(
      mailDomain('contoso.com', { txt: [GOOD] }),
      mailDomain('Contoso.OnMicrosoft.com'),
      mailDomain('contoso.mail.onmicrosoft.com'),
      mailDomain('fabrikam.com', {}, { isVerified: false }),
      mailDomain('parked.com', { mx: [] }, unused),
      mailDomain('nomail.com', { mx: ['0 .'] }, unused),
    ),
    verdict: 'passed',
    counts: { domains: 1 },
  },
  {
    name: 'an MX record is enough',
    facts: withMailDomains(mailDomain('contoso.com', { mx: ['10 mx.fabrikam.com'] }, unused)),
    verdict: 'failed',
    objects: ['contoso.com'],
  },
  {
    name: 'the service is enough',
    facts: withMailDomains(mailDomain('contoso.com', { mx: null })),
    verdict: 'failed',
  },
  {
    name: 'it is not known whether the domain receives mail',
    facts: withMailDomains(mailDomain('contoso.com', { mx: null }, unused)),
    verdict: 'notRead',
  },
  {
    name: 'no domain receives mail',
    facts: withMailDomains(mailDomain('contoso.onmicrosoft.com')),
    verdict: 'notApplicable',
  },
  {
    name: 'a query that failed',
    facts: withMailDomains(mailDomain('contoso.com', { txt: null })),
    verdict: 'notRead',
  },
  {
    name: 'a domain whose records were not read',
    facts: facts({ domains: [mailDomain('contoso.com').domain], dns: [] }),
    verdict: 'notRead',
  },
  { name: 'DNS is off', facts: facts({ dns: 'notRead' }), verdict: 'notRead' },
]
