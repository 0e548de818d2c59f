import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { runAssess } from './assess-command.ts'

const PROTECTED = { securityDefaults: { isEnabled: true }, conditionalAccessPolicies: null }
const OPEN = {
  securityDefaults: { isEnabled: false },
  subscribedSkus: [
    {
      skuId: 'p1',
      capabilityStatus: 'Enabled',
      servicePlans: [{ servicePlanId: '41781fb2-bc02-4b7c-bd55-b576c07bb09d' }],
    },
  ],
  conditionalAccessPolicies: [],
}
const MFA = 'ca.mfa-all-users'
const Reply = z.strictObject({
  verdicts: z.record(z.string(), z.string()),
  evidence: z.record(
    z.string(),
    z.strictObject({
      counts: z.record(z.string(), z.int()),
      objects: z.array(
        z.strictObject({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
      ),
      more: z.int(),
    }),
  ),
})

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assess-'))
  file = path.join(folder, 'tenant.json')
  await writeFile(file, JSON.stringify(OPEN, null, 2))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(args: readonly string[], input = '') {
  const written: string[] = []
  const errors: unknown[] = []
  const code = await runAssess(args, {
    input: (async function* chunks() {
      yield Buffer.from(input)
    })(),
    write: async (text) => void written.push(text),
    printError: (text) => void errors.push(text),
    now: () => new Date('2026-11-24T12:00:00Z'),
  })
  return { code, output: written.join(''), errors: errors.join('\n') }
}

test('a file gives verdicts and evidence of every check', async () => {
  const { code, output } = await run([file, '--json'])
  expect(code).toBe(0)
  const reply: unknown = JSON.parse(output)
  const { verdicts, evidence } = Reply.parse(reply)
  const ids = CHECKS.map(({ id }) => id)
  expect(Object.keys(verdicts)).toEqual(ids)
  expect(Object.keys(evidence)).toEqual(ids)
  expect(reply).toMatchObject({ verdicts: { [MFA]: 'failed' } })
})

test('without --json a file gives a table', async () => {
  const { output } = await run([file])
  expect(output).toMatch(/^failed +critical +ca\.mfa-all-users +MFA is required of everybody$/mu)
})

test('each line is judged, whatever the other lines are', async () => {
  const lines = [JSON.stringify(PROTECTED), '[]', '', '{"asOf":"x"}', JSON.stringify(OPEN), 'null']
  const { code, output } = await run(['--ndjson'], lines.join('\n'))
  const replies = output
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(replies).toMatchObject([
    { verdicts: { [MFA]: 'passed' } },
    { error: 'This is not a JSON object.' },
    { error: 'This is not a JSON object.' },
    { error: 'asOf is not a time in ISO 8601.' },
    { verdicts: { [MFA]: 'failed' } },
    { error: 'This is not a JSON object.' },
  ])
  expect(code).toBe(1)
})

test('lines that were all judged give 0', async () => {
  expect(await run(['--ndjson', '--now', '2026-01-01'], '{}\n{}\n')).toMatchObject({
    code: 0,
    errors: '',
  })
})

const REPORT_ONLY = {
  asOf: '2025-01-20T00:00:00Z',
  subscribedSkus: OPEN.subscribedSkus,
  conditionalAccessPolicies: [
    {
      id: 'p',
      state: 'enabledForReportingButNotEnforced',
      createdDateTime: '2025-01-01T00:00:00Z',
    },
  ],
}

test.each([
  ['without --now a tenant is judged at the time of its reading', [], 'passed'],
  ['--now judges it at another time', ['--now', '2025-03-01'], 'failed'],
])('%s', async (_, args, verdict) => {
  const { output } = await run(['--ndjson', ...args], `${JSON.stringify(REPORT_ONLY)}\n`)
  expect(JSON.parse(output)).toMatchObject({ verdicts: { 'ca.report-only-stale': verdict } })
})

test('without --now and asOf a tenant is judged at the present', async () => {
  const line = JSON.stringify({ ...REPORT_ONLY, asOf: undefined })
  const { output } = await run(['--ndjson'], line)
  expect(JSON.parse(output)).toMatchObject({ verdicts: { 'ca.report-only-stale': 'failed' } })
})

test('a line longer than 50 MB gives an error, and the next one is judged', async () => {
  const { code, output } = await run(['--ndjson'], `${' '.repeat(52_428_801)}\n{}`)
  expect(code).toBe(1)
  expect(output).toMatch(/^\{"error":"This line is longer than 50 MB[^\n]*\n\{"verdicts"/u)
})

test.each([
  [[]],
  [['a', 'b']],
  [['--ndjson', 'a']],
  [['a', '--unknown']],
  [['a', '--now', 'soon']],
  [['a', '--now', '5']],
])('wrong arguments give 2 and no reply: %j', async (args) => {
  const { code, output, errors } = await run(args)
  expect([code, output]).toEqual([2, ''])
  expect(errors).toContain('Usage:')
})

test('a file that cannot be read gives 1', async () => {
  const { code, output } = await run(['missing.json', '--json'])
  expect([code, output]).toEqual([1, expect.stringContaining('{"error":"The file cannot be read')])
  expect(await run(['missing.json'])).toMatchObject({ code: 1, output: '' })
})

test('the process prints replies only', async () => {
  const program = path.join(import.meta.dirname, 'assess.ts')
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, [program, '--ndjson'], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
    child.stdin?.end('{}\n{}\n')
  })
  expect(output).toMatch(/^(\{"verdicts":.*\}\n){2}$/u)
})
