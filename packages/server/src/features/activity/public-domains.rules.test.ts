import { expect, test } from 'vitest'

import { publicDomainsOf, readPublicDomains } from './public-domains.ts'

const domain = (name: string, change: object = {}) => ({
  name,
  isVerified: true,
  ...change,
})

test('verified domains are looked up, but none of Microsoft, and nothing that is no name', () => {
  expect(
    publicDomainsOf([
      domain('Contoso.com'),
      domain('münchen.example'),
      domain('mail.contoso.co.uk'),
      domain('contoso.onmicrosoft.com'),
      domain('contoso.mail.onmicrosoft.com'),
      domain('unverified.example', { isVerified: false }),
      domain('localhost'),
      domain('a..example'),
      domain('with space.example'),
      domain('-a.example'),
      domain(`${'a'.repeat(64)}.example`),
    ]),
  ).toEqual(['contoso.com', 'münchen.example', 'mail.contoso.co.uk'])
})

test('a name of 200,000 characters is refused at once', () => {
  expect(publicDomainsOf([domain('a.'.repeat(100_000)), domain('a-'.repeat(100_000))])).toEqual([])
})

const rowsOf = async (lookup: Parameters<typeof readPublicDomains>[1]) => {
  const { signal } = new AbortController()
  const rows = []
  for await (const page of readPublicDomains(['contoso.com'], lookup, signal)) rows.push(...page)
  return rows
}

test('a selector is an alias, or a key as text; without either there is none', async () => {
  const answers: Record<string, string[]> = {
    'CNAME selector1._domainkey.contoso.com': ['selector1-contoso-com._domainkey.example'],
    'TXT selector2._domainkey.contoso.com': ['v=DKIM1; p=MIIB'],
    'TXT _dmarc.contoso.com': ['v=DMARC1; p=reject'],
  }
  const rows = await rowsOf((name, type) => Promise.resolve(answers[`${type} ${name}`] ?? []))
  expect(rows).toEqual([
    {
      domain: 'contoso.com',
      mx: [],
      txt: [],
      dmarc: ['v=DMARC1; p=reject'],
      isDkimRead: true,
      dkimSelector1: 'selector1-contoso-com._domainkey.example',
      dkimSelector2: 'v=DKIM1; p=MIIB',
    },
  ])
})

test('what cannot be asked is not known: never an absent record', async () => {
  expect(await rowsOf(() => Promise.resolve(null))).toEqual([
    {
      domain: 'contoso.com',
      mx: null,
      txt: null,
      dmarc: null,
      isDkimRead: false,
      dkimSelector1: null,
      dkimSelector2: null,
    },
  ])
})
