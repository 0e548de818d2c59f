import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { expressionsIn, findExpressions } from './hostile/found-expressions.ts'

/** By file and expression the text that is hardest for it: a start, a unit that is repeated, an end. */
const Declared = z.record(
  z.string(),
  z.record(z.string(), z.tuple([z.string(), z.string().min(1), z.string()])),
)
const declared = Declared.parse(
  JSON.parse(readFileSync(new URL('hostile/expressions.json', import.meta.url), 'utf8')),
)

const LENGTH = 200_000
const LIMIT_MS = 1_000
/** What every expression meets, with an end that most of them do not match. */
const COMMON = ['a', ' ', '1', '\n', 'a.', '-', '漢', 'e\u0301'].map((unit): Hostile => [
  '',
  unit,
  '\u0001',
])

type Hostile = readonly [before: string, unit: string, after: string]

const textOf = ([before, unit, after]: Hostile): string =>
  before + unit.repeat(Math.ceil(LENGTH / unit.length)) + after

/** The engine ends a search at the limit, so that quadratic work does not run for minutes. */
const script = new Script(`expression.exec(text); text.replaceAll(everywhere, '')`)

function searchWithinLimit(expression: RegExp, text: string): void {
  const flags = expression.global ? expression.flags : `${expression.flags}g`
  const everywhere = new RegExp(expression.source, flags)
  script.runInContext(createContext({ expression, everywhere, text }), { timeout: LIMIT_MS })
}

const found = findExpressions()

const keyOf = (file: string, text: string): string => `${file} ${text}`

test('every regular expression of the product has its hostile text, and no other has one', () => {
  const known = Object.entries(declared).flatMap(([file, texts]) =>
    Object.keys(texts).map((text) => keyOf(file, text)),
  )
  const keys = new Set(found.map(({ file, text }) => keyOf(file, text)))
  expect([...keys].toSorted()).toEqual(known.toSorted())
})

test.each(Object.entries(Object.groupBy(found, ({ file }) => file)))(
  '%s searches 200,000 hostile characters within a second',
  (file, expressions = []) => {
    for (const { text, expression } of expressions) {
      const own = declared[file]?.[text]
      for (const hostile of own === undefined ? COMMON : [own, ...COMMON]) {
        const search = () => searchWithinLimit(expression, textOf(hostile))
        expect(search, `${text} with ${JSON.stringify(hostile)}`).not.toThrow()
      }
    }
  },
)

test('a quadratic expression is found', () => {
  const [quadratic] = expressionsIn('a.ts', String.raw`export const Name = text.regex(/\s+$/u)`)
  const search = () => searchWithinLimit(quadratic!.expression, textOf(['', ' ', 'x']))
  expect(search).toThrow('timed out')
})

test('an expression that is built when the code runs is refused', () => {
  expect(() => expressionsIn('a.ts', 'export const a = new RegExp(b)')).toThrow('as a literal')
})
