import { expect, test } from 'vitest'

import { AppError } from '../../lib/app-error.ts'
import { directoryNameFrom } from './onboarding.rules.ts'

const ID = '0a1b2c3d-0000-4000-8000-00000000000f'

test.each([
  ['contoso.example', 'contoso.example'],
  ['  Contoso.EXAMPLE \n', 'contoso.example'],
  ['contoso.example.', 'contoso.example'],
  ['\u200Bcontoso.example\uFEFF', 'contoso.example'],
  ['https://contoso.example', 'contoso.example'],
  ['HTTPS://www.Contoso.example/about?x=1#top', 'contoso.example'],
  ['http://contoso.example:8443/', 'contoso.example'],
  ['www.contoso.example', 'contoso.example'],
  ['www.example', 'www.example'],
  ['ada.lovelace@contoso.example', 'contoso.example'],
  ['mailto:Ada@Contoso.example', 'contoso.example'],
  ['contoso.onmicrosoft.com', 'contoso.onmicrosoft.com'],
  ['Contoso.mail.onmicrosoft.com', 'contoso.mail.onmicrosoft.com'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['ada@bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  [ID, ID],
  [` {${ID.toUpperCase()}} `, ID],
])('%j means %s', (given, name) => {
  expect(directoryNameFrom(given)).toBe(name)
})

test.each([
  'contoso',
  'con toso.example',
  'contoso..example',
  '-contoso.example',
  'contoso_.example',
  '../common.example/..',
  '10.0.0.1',
  '0x7f.1',
  '[::1]',
  `${'a'.repeat(64)}.example`,
  `${ID}0`,
  ID.slice(1),
  '@',
  'https://',
  '\u200B',
])('%j is no domain and no id', (given) => {
  expect(refusalOf(given)).toMatch(/^body\.domainOrId: .* is neither a domain nor a tenant ID\.$/su)
})

test.each(['common', ' Organizations ', 'CONSUMERS', '9188040d-6c67-4c5b-b112-36a304b66dad'])(
  '%j names no single directory',
  (given) => {
    expect(refusalOf(given)).toMatch(/^body\.domainOrId: This is not a single directory/u)
  },
)

function refusalOf(given: string): string {
  try {
    return `taken as ${directoryNameFrom(given)}`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [problem] = error.fields ?? []
    return `${problem?.field}: ${problem?.message}`
  }
}
