import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the example in EXAMPLE asks for this behavior now: 'always', or 'once' in the first run only. */
export function isAsked(behavior: string): boolean {
  const asked = process.env['EXAMPLE']?.split(',') ?? []
  if (asked.includes(`${behavior}-always`)) return true
  if (!asked.includes(`${behavior}-once`)) return false
  const mark = join(process.env['EXAMPLE_DIRECTORY'] ?? '', behavior)
  if (existsSync(mark)) return false
  writeFileSync(mark, '')
  return true
}
