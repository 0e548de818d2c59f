import { SENSITIVE_ACTS } from '@tenantscope/contract/sensitive-acts'
import { expect, test } from 'vitest'

import {
  dependencyProblems,
  figureProblems,
  guideProblems,
  withImportOrder,
  wordProblems,
} from './docs.ts'
import { withSensitiveActs } from './sensitive-acts-doc.ts'

const table = (rows: string): string => `| package | why |\n|---|---|\n${rows}`

test('a dependency without a reason, and a reason without a dependency, are found', () => {
  const decision = table(
    '| zod, pg | schemas |\n| @fontsource-variable/noto-* | fonts |\n| jose (simulator) | tokens |',
  )
  expect(
    dependencyProblems(decision, ['zod', 'pg', '@fontsource-variable/noto-sans', 'jose']),
  ).toEqual([])
  expect(
    dependencyProblems(decision, ['zod', '@fontsource-variable/noto-sans', 'jose', 'left-pad']),
  ).toEqual([
    'decision 0012 does not name left-pad',
    'decision 0012 names pg, which no package.json has',
  ])
})

test('the generated order of imports replaces the one in the file and nothing else', () => {
  const text = 'Before.\n<!-- generated from tools/layers.ts -->\nold\n<!-- end -->\nAfter.\n'
  const current = withImportOrder(text)
  expect(current).toMatch(/^Before\.\n<!--/)
  expect(current).toMatch(/<!-- end -->\nAfter\.\n$/)
  expect(current).not.toContain('old')
  expect(current).toMatch(/\*\*server\/features\*\*: notifications > shares/)
  expect(withImportOrder(current)).toBe(current)
})

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

const guide = (body: string): string =>
  `# Guide\n\n- [Start and stop](#start-and-stop)\n\n## Start and stop\n${body}\n`

test('a guide has a table of contents that names its headings in order', () => {
  expect(guideProblems(guide('Short.'))).toEqual([])
  expect(guideProblems(guide('Short.\n\n## More'))).toEqual([
    'the table of contents differs from the headings',
  ])
})

test('a sentence of a guide has at most 25 words; list items and cells are sentences of their own', () => {
  expect(guideProblems(guide(`${words(25)}. ${words(25)}.`))).toEqual([])
  expect(
    guideProblems(guide(`- ${words(20)}\n- ${words(20)}\n\n| ${words(20)} | ${words(20)} |`)),
  ).toEqual([])
  expect(guideProblems(guide(`${words(26)}.`))).toHaveLength(1)
})

test('the table of sensitive acts has a row for each act of the contract, and replaces nothing else', () => {
  const text =
    'Before.\n<!-- generated from packages/contract/src/sensitive-acts.ts -->\nold\n<!-- end -->\nAfter.\n'
  const current = withSensitiveActs(text)
  expect(current).toMatch(/^Before\.\n<!--/)
  expect(current).toMatch(/<!-- end -->\nAfter\.\n$/)
  expect(current).not.toContain('old\n')
  expect(current.match(/\| at most 10 minutes \|/g)).toHaveLength(
    Object.keys(SENSITIVE_ACTS).length,
  )
  expect(current).toContain('| Delete an account | Administrators |  | at most 10 minutes |')
  expect(withSensitiveActs(current)).toBe(current)
})

test('a figure without a definition, and a definition that no source has, are found', () => {
  const figures = '| paid seats | `paidSeats` | usable | `licenses.ts: summarize` |'
  const sources = new Map([
    ['packages/analysis/src/licenses.ts', 'export function summarize(): void {}\n'],
  ])
  expect(figureProblems(figures, { fields: ['paidSeats'], sources })).toEqual([])
  expect(figureProblems(figures, { fields: ['paidSeats', 'people'], sources: new Map() })).toEqual([
    'figures.md does not name the field people',
    'figures.md names summarize, which no licenses.ts exports',
  ])
})

test('an avoided word is found as a word, in any case, and only the listed files may hold it', () => {
  const texts = new Map([
    ['a.md', 'First.\nAvoid, and avoidable.'],
    ['b.md', 'two  words; two words'],
    ['c.md', 'avoid'],
  ])
  const words = ['avoid', 'two words']
  expect(wordProblems(texts, { words, files: { 'c.md': 'quoted' } })).toEqual([
    "a.md:2 has 'Avoid', a word to avoid",
    "b.md:1 has 'two words', a word to avoid",
  ])
  const files = { 'a.md': 'quoted', 'b.md': 'quoted', 'c.md': 'quoted', 'd.md': 'quoted' }
  expect(wordProblems(texts, { words, files })).toEqual([
    'avoided-words.json lists d.md, which has none of the words',
  ])
})
