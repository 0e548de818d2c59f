import { listSecurityAuditReports, runSecurityAudit } from '@tenantscope/contract/security-audit'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { visibleToast } from '../../lib/toasts.ts'
import { catchDownloads } from '../../testing/downloads.ts'
import { holdReading } from '../../testing/hold-reading.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeAudit, makeCheck } from '../../testing/security-audit.ts'
import { changesBetween, percentByDay } from './audit-changes-card.tsx'
import { textReport } from './audit-summary.tsx'

async function open(
  reports: readonly SecurityAuditReport[],
  { search = '', person = administrator } = {},
) {
  let stored = reports
  const app = await renderApp({
    person,
    at: `/admin/security-audit${search}`,
    prepare: (server) => {
      server.answerWith(listSecurityAuditReports, ({ query }) =>
        stored.slice(0, Number(query.get('limit'))),
      )
      server.answerWith(runSecurityAudit, () => {
        const report = makeAudit(28)
        stored = [report, ...stored]
        return report
      })
    },
  })
  return app
}
const region = (name: string) => screen.findByRole('region', { name })
const history = async () =>
  within(await region('Audit History'))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('the latest audit loads by itself, with its failed checks open', async () => {
  await open([makeAudit(20, { failed: ['rate_limiting'] })])
  const summary = await region('Latest audit')
  for (const text of ['92%', '11 / 12']) expect(within(summary).getByText(text)).toBeVisible()
  expect(within(summary).getByText('Grade B: Good')).toBeInTheDocument()
  expect(summary).toHaveTextContent('Nov 20, 2026 at 2:00:00 AM PST, by admin')
  const checks = await region('Checks')
  expect(within(checks).getAllByText('PASS')).toHaveLength(11)
  expect(within(checks).getByText('FAIL')).toBeInTheDocument()
  expect(within(checks).getByText('How rate_limiting is fixed.')).toBeInTheDocument()
  expect(within(checks).getByText('What rate_limiting measured.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Security Dashboard' })).toHaveAttribute(
    'href',
    '/admin/security-dashboard',
  )
  expect(screen.queryByRole('region', { name: 'Not verified' })).not.toBeInTheDocument()
})

test('failed checks come first, then those with unverified parts, and the score is explained', async () => {
  await open([
    makeAudit(20, {
      failed: ['rate_limiting'],
      unverifiedParts: [{ ...VULNERABILITIES }],
    }),
  ])
  const checks = await region('Checks')
  const names = within(checks)
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names[0]).toMatch(/rate_limiting/)
  expect(names[1]).toMatch(/dependency_security/)
  expect(await region('Latest audit')).toHaveTextContent(
    'Severe checks count more, so the score can differ from the share of passed checks.',
  )
})

test('a check that passed shows its evidence and no way to fix it', async () => {
  const { user } = await open([makeAudit(20)])
  const checks = await region('Checks')
  expect(within(checks).queryByText('What https_enforcement measured.')).not.toBeInTheDocument()
  await user.click(within(checks).getByRole('button', { name: /https_enforcement/ }))
  expect(within(checks).getByText('What https_enforcement measured.')).toBeInTheDocument()
  expect(within(checks).queryByText('How to Fix')).not.toBeInTheDocument()
})

test.each([
  ['critical', 'Critical'],
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
] as const)('the severity of a check is shown: %s is %s', async (severity, word) => {
  await open([makeAudit(20, { checks: [makeCheck('rate_limiting', { severity })] })])
  const checks = await region('Checks')
  expect(
    within(checks).getByRole('button', { name: `PASS Check rate_limiting ${word}` }),
  ).toBeVisible()
})

test('unverified checks are listed separately, with the reason', async () => {
  const { passed: _, ...unverified } = makeCheck('dependency_security')
  await open([makeAudit(20, { unverified: [{ ...unverified, reason: 'There is no lock file.' }] })])
  const apart = await region('Not verified')
  expect(within(apart).getByText('There is no lock file.')).toBeInTheDocument()
  expect(within(apart).getByText('NOT VERIFIED')).toBeInTheDocument()
})

const VULNERABILITIES = {
  checkId: 'dependency_security' as const,
  name: 'Known vulnerabilities',
  reason: 'They are on the internet.',
  howToVerify: 'Run npm audit.',
}

test('unverified parts are listed separately, with instructions; the check itself passed', async () => {
  const { user } = await open([makeAudit(20, { unverifiedParts: [VULNERABILITIES] })])
  const apart = await region('Not verified')
  expect(
    within(apart).getByRole('button', { name: 'NOT VERIFIED Known vulnerabilities High' }),
  ).toHaveAttribute('aria-expanded', 'true')
  for (const text of ['Check dependency_security', 'They are on the internet.', 'Run npm audit.'])
    expect(within(apart).getByText(text)).toBeInTheDocument()
  const checks = await region('Checks')
  expect(within(checks).getAllByText('PASS')).toHaveLength(12)
  await user.click(within(checks).getByRole('button', { name: /dependency_security/ }))
  expect(checks).toHaveTextContent('Not verifiedKnown vulnerabilities')
  expect(await region('Latest audit')).toHaveTextContent('12 / 12Checks passed1Not verified')
})

test('running one shows it first and says how it came out', async () => {
  const { user, server } = await open([makeAudit(20, { failed: ['rate_limiting'] })])
  const release = server.hold(runSecurityAudit)
  await user.click(await screen.findByRole('button', { name: 'Run Security Audit' }))
  expect(await screen.findByText(/This takes a few seconds/)).toBeInTheDocument()
  const letRead = holdReading(server, listSecurityAuditReports)
  release()
  await letRead()
  expect(await screen.findByText('Security Audit Completed')).toBeInTheDocument()
  expect(screen.getByText('Score: A (100%)')).toBeInTheDocument()
  expect(visibleToast.get()?.intent).toBe('success')
  await waitFor(async () =>
    expect(await region('What changed')).toHaveTextContent('Fixed: Check rate_limiting'),
  )
  expect(await history()).toHaveLength(2)
})

test('critical issues are shown in the toast and on the page', async () => {
  const { user, server } = await open([])
  expect(await screen.findByText('No security audit yet')).toBeInTheDocument()
  const critical = makeAudit(21, { score: 'C', criticalIssues: 2 })
  server.answer(runSecurityAudit, critical)
  server.answer(listSecurityAuditReports, [critical])
  await user.click(screen.getByRole('button', { name: 'Run Security Audit' }))
  expect(await screen.findByText('Score: C (100%), 2 critical issues')).toBeInTheDocument()
  expect(visibleToast.get()).toMatchObject({ intent: 'error', title: 'Security Audit Completed' })
  expect(await screen.findByText('2 critical issues found')).toBeInTheDocument()
})

test('a failed run says why, and what is stored stays', async () => {
  const { user, server } = await open([makeAudit(20)])
  const message = 'The database cannot be reached. Please try again later.'
  server.refuse(runSecurityAudit, { status: 503, code: 'UNAVAILABLE', message })
  await user.click(await screen.findByRole('button', { name: 'Run Security Audit' }))
  expect(await screen.findByText('Audit Failed')).toBeInTheDocument()
  expect(screen.getByText('Failed to run security audit')).toBeInTheDocument()
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(await region('Latest audit')).toBeInTheDocument()
})

test('a failed run without a reason is an unknown error', async () => {
  const { user, server } = await open([makeAudit(20)])
  server.fail(runSecurityAudit)
  await user.click(await screen.findByRole('button', { name: 'Run Security Audit' }))
  expect(await screen.findByText('Audit Failed')).toBeInTheDocument()
  expect(screen.getAllByText('Unknown error')).toHaveLength(2)
})

test('audits that cannot be read say so, and can be tried again', async () => {
  const { user, server } = await renderApp({
    person: administrator,
    at: '/admin/security-audit',
    prepare: (prepared) =>
      prepared.refuse(listSecurityAuditReports, { status: 500, code: 'INTERNAL', message: 'No.' }),
  })
  expect(await screen.findByText('Failed to fetch audit history')).toBeInTheDocument()
  server.answer(listSecurityAuditReports, [makeAudit(20)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await region('Latest audit')).toBeInTheDocument()
})

const fourteen = Array.from({ length: 14 }, (_, index) => makeAudit(14 - index))

test('the history shows ten, then all, and each can be opened', async () => {
  const { user } = await open(fourteen)
  expect(await history()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'View All' }))
  await waitFor(async () => expect(await history()).toHaveLength(14))
  await user.click(screen.getByRole('link', { name: /^Nov 03, 2026/ }))
  const shown = await region('Earlier audit')
  expect(shown).toHaveTextContent('Nov 03, 2026')
  expect(location.search).toBe('?report=3')
  await user.click(screen.getByRole('button', { name: 'Show latest' }))
  expect(await region('Latest audit')).toHaveTextContent('Nov 14, 2026')
})

test('an address opens its audit, also one far back; one that is gone gives the latest', async () => {
  await open(fourteen, { search: '?report=2' })
  expect(await region('Earlier audit')).toHaveTextContent('Nov 02, 2026')
})

test('an audit that is no longer kept is said to be', async () => {
  await open(fourteen, { search: '?report=400' })
  expect(await screen.findByText(/no longer kept/)).toBeInTheDocument()
  expect(await region('Latest audit')).toHaveTextContent('Nov 14, 2026')
})

test('three audits make a line over time, two do not', async () => {
  await open(fourteen.slice(0, 3))
  expect(await region('Score over time')).toBeInTheDocument()
})

test('both files hold the audit and are named by its day', async () => {
  const downloads = catchDownloads()
  const report = makeAudit(20, { failed: ['rate_limiting'] })
  const { user } = await open([report])
  await user.click(await screen.findByRole('button', { name: 'Export JSON' }))
  await user.click(screen.getByRole('button', { name: 'Export Report' }))
  expect(downloads.map(({ name }) => name)).toEqual([
    'security-audit-2026-11-20.json',
    'security-audit-2026-11-20.txt',
  ])
  expect(JSON.parse((await downloads[0]?.blob.text()) ?? '')).toEqual(report)
  expect(await downloads[1]?.blob.text()).toContain('How to Fix: How rate_limiting is fixed.')
})

test('others are refused, and nothing is asked of the server', async () => {
  const { server } = await open([], { person: technician })
  expect(await screen.findByText('Access Denied')).toBeInTheDocument()
  expect(server.requestsTo(listSecurityAuditReports)).toHaveLength(0)
})

test('changes name what was fixed and what fails now', () => {
  const before = makeAudit(1, { failed: ['rate_limiting', 'https_enforcement'] })
  const after = makeAudit(2, { failed: ['https_enforcement', 'error_handling', 'session_secret'] })
  expect(changesBetween(after, before)).toEqual({
    fixed: ['Check rate_limiting'],
    failing: ['Check session_secret', 'Check error_handling'],
    unverified: [],
    verifiable: [],
    difference: -8,
  })
})

test('changes of unverified checks are listed under What changed', async () => {
  const certificate = {
    ...VULNERABILITIES,
    checkId: 'https_enforcement',
    name: 'Certificate',
  } as const
  await open([
    makeAudit(21, { unverifiedParts: [certificate] }),
    makeAudit(20, { unverifiedParts: [VULNERABILITIES] }),
  ])
  const changes = await region('What changed')
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'Now under Not verified: Certificate',
    'No longer under Not verified: Known vulnerabilities',
  ])
})

test('a part of a check that could not be made is not taken for verified', () => {
  const { passed: _, ...unmade } = makeCheck('dependency_security', { name: 'Dependencies' })
  const whole = makeAudit(20, { unverifiedParts: [VULNERABILITIES] })
  const without = makeAudit(21, {
    checks: whole.checks.filter(({ id }) => id !== 'dependency_security'),
    unverified: [{ ...unmade, reason: 'There is no lock file.' }],
  })
  expect(changesBetween(without, whole)).toMatchObject({
    unverified: ['Dependencies'],
    verifiable: [],
  })
  expect(changesBetween(whole, without)).toMatchObject({
    unverified: ['Known vulnerabilities'],
    verifiable: ['Dependencies'],
  })
})

test('a day without an audit has the percentage of the one before', () => {
  const reports = [
    makeAudit(5, { numericScore: 90 }),
    makeAudit(3, { numericScore: 80, timestamp: '2026-11-03T20:00:00.000Z' }),
    makeAudit(3, { numericScore: 10 }),
  ]
  expect(percentByDay(reports)).toEqual([
    { day: '2026-11-03', value: 80 },
    { day: '2026-11-04', value: 80 },
    { day: '2026-11-05', value: 90 },
  ])
})

test('the text report contains time, creator, grade and every check', () => {
  const text = textReport({ report: makeAudit(20, { failed: ['rate_limiting'] }), timeZone: 'UTC' })
  expect(text).toContain('Grade: B (92%)')
  expect(text).toContain('Time: 2026-11-20T10:00:00')
  expect(text.match(/Evidence: /gu)).toHaveLength(12)
  expect(text.match(/How to Fix: /gu)).toHaveLength(1)
  expect(text).not.toContain('not verified')
})

test('the text report names what was not verified, and how people do so', () => {
  const report = makeAudit(20, { unverifiedParts: [VULNERABILITIES] })
  expect(textReport({ report, timeZone: 'UTC' })).toContain(
    [
      'Parts of checks not verified, outside the total (1)',
      '',
      '- Known vulnerabilities [part of Check dependency_security]',
      '  Reason: They are on the internet.',
      '  How to Verify: Run npm audit.',
      '',
    ].join('\n'),
  )
})
