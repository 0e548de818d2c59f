import { readFileSync } from 'node:fs'

/** The text of a file that a variable names; what is wrong with it is added to the problems. */
export function readSecretFile(name: string, file: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/u, '')
    if (text !== '') return text
    problems.push(`${name}: the file ${file} is empty`)
  } catch (error) {
    problems.push(`${name}: the file ${file} cannot be read (${codeOf(error)})`)
  }
  return undefined
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
