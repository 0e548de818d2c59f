import type { PostureReport, ReportedCheck } from '@tenantscope/contract/posture-report'
import { expect, test } from 'vitest'

import { redactPosture } from './posture-redaction.ts'

const check: ReportedCheck = {
  id: 'dns.spf',
  title: 'SPF is set',
  severity: 'high',
  references: ['CIS 2.1.8'],
  area: 'Mail protection (DNS)',
  verdict: 'failed',
  since: '2026-11-10T09:00:00.000Z',
  dataAsOf: '2026-11-18T06:02:11.000Z',
  reason: 'brewery.example has no SPF record.',
  counts: { domains: 1 },
  objectCount: 1,
  objects: [{ kind: 'domain', id: 'brewery.example', name: 'brewery.example', isExcepted: false }],
  why: 'Any server can send.',
  fix: ['Publish it.'],
  effort: 'hours',
  userImpact: 'None.',
  licence: null,
}

const report: PostureReport = {
  schema: 'tenantscope/report',
  version: 1,
  reportType: 'posture',
  isRedacted: false,
  tenant: { displayName: 'Habersack (mail.brewery.example)', id: 'id', defaultDomainName: null },
  createdAt: '2026-11-18T09:00:00.000Z',
  createdBy: 'Megan',
  timeZone: 'UTC',
  dataAsOf: '2026-11-18T06:02:11.000Z',
  score: {
    percent: null,
    grade: null,
    judgedPercent: 1,
    checks: {
      passed: 0,
      failed: 1,
      excepted: 0,
      notLicensed: 0,
      noPermission: 0,
      notRead: 100,
      notApplicable: 0,
    },
  },
  totalChecks: 101,
  comparedSince: '2026-10-19T09:00:00.000Z',
  findings: [],
  better: [],
  worse: [],
  checks: [check],
}

test('a shared report has no sentence, object, id, domain or creator', () => {
  const { reason: _reason, objects: _objects, ...allowed } = check
  const { createdBy: _createdBy, ...rest } = report
  expect(redactPosture(report)).toEqual({
    ...rest,
    isRedacted: true,
    tenant: { displayName: 'Habersack (m•••.example)' },
    statement:
      'There is no score, because too few checks could be judged; 1 of 1 judged check failed.',
    checks: [allowed],
  })
})

test('fields that are added later are not shared', () => {
  const later = { secret: 'wombat' }
  const grown = {
    ...report,
    ...later,
    tenant: { ...report.tenant, ...later },
    score: { ...report.score, ...later },
    findings: [{ ...check, checkId: check.id, ...later }],
    better: [{ checkId: check.id, title: '', severity: 'high' as const, at: '', ...later }],
    checks: [{ ...check, ...later }],
  }
  expect(JSON.stringify(redactPosture(grown))).not.toContain('wombat')
})
