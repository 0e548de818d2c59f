import { expect, test } from 'vitest'

import { createTextRedaction, domainsOf } from './redacted-text.ts'

const LENGTH = 200_000
const LIMIT_MS = 1_000

const redaction = createTextRedaction({
  tenantDomain: 'fabrikam.com',
  domains: ['mail.fabrikam.com', 'contoso.example'],
})

const repeated = (unit: string) => unit.repeat(LENGTH / unit.length)

/** Quadratic work on these takes over a minute. */
test.each([
  ['one label without a dot', repeated('a')],
  ['labels of one letter', repeated('a.')],
  ['dots', repeated('.')],
  ['labels between dots that look alike', repeated('a․b﹒c・')],
  ['letters of other scripts', repeated('漢')],
  ['combining marks', `e${repeated('\u0301')}`],
  ['joiners', repeated('a\u200D')],
  ['at signs', repeated('@')],
  ['addresses without blanks', repeated('a@b.c')],
  ['underscores of a guest', `${repeated('a_')}#EXT#`],
  ['underscores without an end', repeated('a_')],
  ['hexadecimal digits', repeated('0123456789abcdef-')],
  ['digits', repeated('1')],
  ['brackets after a digit', `1${repeated('(')}`],
  ['short groups of digits', repeated('12 x ')],
  ['words', repeated('ab ')],
  ['invisible characters', repeated('\u200B')],
  ['control characters', repeated('\u0001')],
  ['flags', repeated('🇩🇪')],
])('a name of 200,000 characters is redacted at once: %s', (_, name) => {
  const started = performance.now()
  const redacted = redaction.nameOf(name)
  redaction.initialsOf(redacted)
  redaction.productOf(name)
  redaction.addressOf(name)
  domainsOf(name)
  expect(performance.now() - started).toBeLessThan(LIMIT_MS)
})

test.each<readonly [string, string]>([
  ['x.fabrikam.com', 'x•••.com'],
  ['..fabrikam.com', '..f•••.com'],
  ['a..fabrikam.com.', 'a..f•••.com.'],
  ['(fabrikam.com)', '(f•••.com)'],
  ['-fabrikam.com', 'f•••.com'],
  ['e\u0301cole.fabrikam.com', 'e\u0301•••.com'],
  ...Array.from(
    '.․．﹒。｡︒·‧∙⋅・･۔܁܂',
    (dot) => [`mail${dot}fabrikam${dot}com`, 'm•••.com'] as const,
  ),
  ['fabrikam.com/contoso.example', 'f•••.com/c•••.example'],
])('a domain in %j is masked from the start of its label', (name, masked) => {
  expect(redaction.nameOf(name)).toBe(masked)
})

test.each(Array.from('.․．﹒。｡︒·‧∙⋅・･۔܁܂'))(
  'the dot %j separates labels of an address, and digits of a phone number',
  (dot) => {
    const address = `anna@fabrikam${dot}com`
    expect(redaction.addressOf(address)).toBe('a•••@f•••.com')
    expect(redaction.nameOf(`Anna ${address}${dot}`)).toBe('Anna a•••@f•••.com')
    expect(redaction.nameOf(`Anna @fabrikam${dot}com`)).toBe('Anna •••@f•••.com')
    expect(redaction.nameOf(`0301${dot}234567`)).toBe('')
  },
)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

test.each([
  'Anna',
  'Ελένη',
  'מיכל',
  'محمد',
  'अनुष्का',
  'क्षमा',
  'สมชาย',
  'กำ',
  'ກຳ',
  '山田太郎',
  '김민준',
  '\u1112\u1161\u11AB',
  '가\u11A8',
  '\u0D4Eക',
  'e\u0301a',
  'a\u200Db',
  '𝒜nna',
  'Ж',
  '１２',
  '🇩🇪',
  '👩‍💻x',
])('the initial of %j is its first character', (word) => {
  const [first] = segmenter.segment(word)
  expect(redaction.initialsOf(word)).toBe(`${first?.segment}•••`)
})
