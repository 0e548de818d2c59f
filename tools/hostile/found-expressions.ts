import { globSync, readFileSync } from 'node:fs'

import { parseSync } from 'vite'

/** A regular expression of the product's own code. */
export interface FoundExpression {
  readonly file: string
  /** As it is written: `/a+/u`. */
  readonly text: string
  readonly expression: RegExp
}

const SOURCES = 'packages/{analysis,contract,graph-client,server,web}/src/**/*.{ts,tsx}'
const isOfProduct = (file: string): boolean => !/\.test\.tsx?$|\/testing\//.test(file)

/** Finds the regular expressions in the packages that read what Microsoft, a file or a user sends. */
export function findExpressions(): FoundExpression[] {
  return globSync(SOURCES)
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isOfProduct)
    .toSorted()
    .flatMap((file) => expressionsIn(file, readFileSync(file, 'utf8')))
}

/** Finds the regular expressions in a source; throws for one that is built when the code runs. */
export function expressionsIn(file: string, source: string): FoundExpression[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const found: FoundExpression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('callee' in node && isNamed(node.callee, 'RegExp'))
      throw new Error(`${file} builds a regular expression; write it as a literal`)
    if ('regex' in node && isRegex(node.regex)) {
      const { pattern, flags } = node.regex
      const expression = new RegExp(pattern, flags)
      found.push({ file, text: `/${pattern}/${flags}`, expression })
      return
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return found
}

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value
}

function isNamed(node: unknown, name: string): boolean {
  return typeof node === 'object' && node !== null && 'name' in node && node.name === name
}
