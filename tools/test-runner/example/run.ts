import { join } from 'node:path'

import { withProcessEnds } from '../../process-ends.ts'
import { closingLines, settle } from '../outcome.ts'
import { runSuite } from '../run.ts'
import { vitestSuite } from '../vitest-suite.ts'

/** Runs the example as tools/test.ts runs the tests of the product, and prints the closing lines. */
const quarantine = (process.env['EXAMPLE'] ?? '').includes('quarantine')
  ? [
      {
        file: 'failing.example.ts',
        test: 'the sum is right',
        reason: 'an example',
        since: '2026-11-28',
      },
    ]
  : []
const directory = process.env['EXAMPLE_DIRECTORY'] ?? ''
const tests = vitestSuite('example', {
  projects: ['example'],
  args: ['--config', join(import.meta.dirname, 'vitest.config.ts')],
  quarantine,
  log: join(directory, 'log.ndjson'),
})
const suite = withProcessEnds(tests, join(directory, 'process-ends.txt'))
const outcome = await settle([await runSuite(suite)])
for (const line of closingLines(outcome, quarantine)) console.log(line)
process.exitCode = outcome.failed > 0 ? 1 : 0
