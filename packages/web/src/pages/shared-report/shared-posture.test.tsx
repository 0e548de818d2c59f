import { readSharedReport } from '@tenantscope/contract/shares'
import { render, screen, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { installFakeServer } from '../../testing/fake-server.ts'
import { sharedCheck, sharedPostureReply } from '../../testing/shared-reports.ts'
import { SharedReportPage } from './shared-report-page.tsx'
import { createVisit } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

async function openReport(...changes: Parameters<typeof sharedPostureReply>) {
  const server = installFakeServer()
  server.answer(readSharedReport, sharedPostureReply(...changes))
  const visit = createVisit('aToken')
  await visit.open()
  render(
    <StrictMode>
      <SharedReportPage visit={visit} />
    </StrictMode>,
  )
  await screen.findByRole('heading', { level: 1, name: 'Security Posture Report' })
}

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const text = (element: HTMLElement) => element.textContent

test('a report of the posture opens with the score and what is outside of it', async () => {
  await openReport()
  const finding = region('Finding')
  expect(
    finding.getByText('The security score is 62% (grade D); 20 of 80 judged checks failed.'),
  ).toBeVisible()
  expect(
    finding.getByText(
      /The score covers 79% of the weight of all checks\. Outside the score: accepted risk \(2\), not licensed \(12\), not applicable \(6\), no permission \(1\)\.$/u,
    ),
  ).toBeVisible()
  expect(region('Summary').getAllByRole('definition').map(text)).toEqual(['62% (D)', '20', '60'])
})

test('it names the most important findings, what got worse, and that nothing got better', async () => {
  await openReport()
  const findings = region('Most important findings')
  expect(findings.getByRole('heading', { level: 3 })).toHaveTextContent(
    'MFA is required of everybody Critical',
  )
  expect(
    findings.getByText(
      'Affects 1,204 objects. Effort of the fix: hours. People register a second factor.',
    ),
  ).toBeVisible()
  expect(region(/^Better since Oct 19, 2026/u).getByText('No check changed.')).toBeVisible()
  expect(region(/^Worse since/u).getByRole('listitem')).toHaveTextContent(
    'MFA is required of everybody Critical',
  )
})

test('each check has its verdict; only what does not pass has steps', async () => {
  await openReport()
  const rows = within(screen.getByRole('table', { name: 'Checks' })).getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]).toHaveTextContent('MFA is required of everybody Conditional Access')
  expect(rows[1]).toHaveTextContent('Failed since Nov 10, 2026')
  expect(within(rows[1]!).getAllByRole('listitem').map(text)).toEqual([
    'Open Protection.',
    'Add a policy.',
  ])
  expect(rows[2]).toHaveTextContent('Passed')
  expect(within(rows[2]!).queryByRole('listitem')).not.toBeInTheDocument()
})

test('a check that was not judged has no number of objects', async () => {
  await openReport({ checks: [{ ...sharedCheck, verdict: 'notLicensed', objectCount: 0 }] })
  const [, row] = within(screen.getByRole('table', { name: 'Checks' })).getAllByRole('row')
  expect(within(row!).getAllByRole('cell').map(text)[2]).toBe('Not licensed')
})

test('without a score it says so, and names the chosen checks', async () => {
  await openReport({
    score: {
      percent: null,
      grade: null,
      judgedPercent: 10,
      checks: {
        passed: 2,
        failed: 0,
        excepted: 0,
        notLicensed: 0,
        noPermission: 0,
        notRead: 99,
        notApplicable: 0,
      },
    },
    findings: [],
    totalChecks: 101,
  })
  expect(
    screen.getByText(/^There is no score, because too few checks could be judged/u),
  ).toBeVisible()
  expect(
    screen.getByText(/2 of 101 checks were chosen; the score counts all of them\.$/u),
  ).toBeVisible()
  expect(screen.getByText('No judged check failed.')).toBeVisible()
  expect(region('Summary').getAllByRole('definition')[0]).toHaveTextContent('—')
})
