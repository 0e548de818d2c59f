import { SecurityCheckId } from '@tenantscope/contract/security-audit'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { CannotVerify } from './security-checks.rules.ts'
import type { Check } from './security-checks.rules.ts'
import { createSecurityMeasuring } from './security-measuring.service.ts'

const met: Check = () => Promise.resolve({ passed: true, evidence: 'Seen.', unverified: [] })

function measuring(changes: Partial<Record<SecurityCheckId, Check>>, withinMs = 1_000) {
  const lines: string[] = []
  const all = SecurityCheckId.options.map((id) => [id, changes[id] ?? met] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of every id just above
  const checks = Object.fromEntries(all) as Record<SecurityCheckId, Check>
  const logger = pino({}, { write: (line) => void lines.push(line) })
  return { lines, ...createSecurityMeasuring({ checks, logger, withinMs }) }
}

const reasonsOf = (measured: { unverified: { id: string; reason: string }[] }) =>
  measured.unverified.map(({ id, reason }) => [id, reason])

test('a check that throws never passes, and reveals no internals', async () => {
  const { measure, lines } = measuring({
    rate_limiting: () => Promise.reject(new Error('select secret from /inner/path')),
    dependency_security: () => Promise.reject(new CannotVerify('There is no lock file.')),
  })
  const measured = await measure()
  expect(measured.checks).toHaveLength(10)
  expect(reasonsOf(measured)).toEqual([
    ['rate_limiting', 'The check failed; see the server log.'],
    ['dependency_security', 'There is no lock file.'],
  ])
  expect(JSON.stringify(measured)).not.toContain('inner/path')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('rate_limiting')
})

test('a check that does not come to an end is not waited for', async () => {
  const { measure } = measuring({ database_security: () => new Promise(() => undefined) }, 10)
  expect(reasonsOf(await measure())).toEqual([
    ['database_security', 'The check took longer than 0.01 seconds.'],
  ])
})

test('unverified parts are listed by name, passed or failed, in the order of the checks', async () => {
  const part = { name: 'A part', reason: 'Out of sight.', howToVerify: 'Look.' }
  const { measure } = measuring({
    https_enforcement: () =>
      Promise.resolve({ passed: false, evidence: 'Bad.', unverified: [part] }),
    session_secret: () => Promise.resolve({ passed: true, evidence: 'Good.', unverified: [part] }),
  })
  const { checks, unverified, unverifiedParts } = await measure()
  expect(unverifiedParts).toEqual([
    { checkId: 'session_secret', ...part },
    { checkId: 'https_enforcement', ...part },
  ])
  expect([checks.length, unverified]).toEqual([12, []])
  expect(checks.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual(['https_enforcement'])
})

test('who asks meanwhile gets the same measurement, and later a new one', async () => {
  let times = 0
  const { measure } = measuring({
    https_enforcement: () => {
      times += 1
      return met()
    },
  })
  await Promise.all([measure(), measure()])
  expect(times).toBe(1)
  await measure()
  expect(times).toBe(2)
})
