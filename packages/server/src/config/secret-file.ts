import { readFileSync } from 'node:fs'

import { errorCode } from '../lib/error-code.ts'

/** Returns the text of a file that a variable names; adds problems to the list. */
export function readSecretFile(name: string, file: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/u, '')
    if (text !== '') return text
    problems.push(`${name}: the file ${file} is empty`)
  } catch (error) {
    problems.push(
      `${name}: the file ${file} cannot be read (${errorCode(error) ?? 'unknown error'})`,
    )
  }
  return undefined
}
