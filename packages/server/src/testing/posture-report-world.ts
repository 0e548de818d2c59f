import { PostureReport } from '@tenantscope/contract/posture-report'
import { generateReport } from '@tenantscope/contract/reports'
import type { LightMyRequestResponse } from 'fastify'

import { storeIntervals, storePosture } from './stored-posture.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

export const MFA = 'ca.mfa-all-users'
export const SPF = 'dns.spf'
export const SECRET = 'app.secret-expiry'

/** What Microsoft's customers name their objects; none of it may leave by a link. */
export const PLANTED = {
  policy: 'Block Zanzibar Payroll',
  group: 'Quokka Executives',
  application: 'Wombat Ledger',
  device: 'LAPTOP-NARWHAL-7',
  user: 'Ottilie Habersack',
  domain: 'habersack-brewery.example',
  setting: 'wombat-signing-secret-2031',
} as const

/** Ids of these objects. */
export const PLANTED_IDS = Object.keys(PLANTED).map(
  (_, at) => `f00dfeed-0000-4000-8000-00000000000${at}`,
)

const object = (kind: keyof typeof PLANTED) => ({
  kind,
  id: PLANTED_IDS[Object.keys(PLANTED).indexOf(kind)] ?? '',
  name: PLANTED[kind],
})

export const ADDRESS = 'ottilie@habersack-brewery.example'

/** A judged tenant: three checks fail, one accepted; one of them got worse, and one got better. */
export async function storeJudged(app: TestApp, tenantId: string): Promise<void> {
  const { db } = app.database.handle
  const at = app.clock.now()
  await storePosture(db, {
    tenantId,
    at,
    verdicts: { [MFA]: 'failed', [SPF]: 'failed', [SECRET]: 'failed', 'dev.stale': 'notRead' },
    objects: {
      [MFA]: [
        object('policy'),
        object('group'),
        object('user'),
        { kind: 'user', id: ADDRESS, name: `=HYPERLINK("${ADDRESS}")` },
      ],
      [SPF]: [object('domain')],
      [SECRET]: [object('application'), object('setting')],
      'dev.stale': [object('device')],
    },
    more: { [MFA]: 7 },
    reasons: { [MFA]: `${PLANTED.user} (${ADDRESS}) is excluded from ${PLANTED.policy}.` },
  })
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  await storeIntervals(db, tenantId, [
    { checkId: MFA, verdict: 'passed', since: daysAgo(90), until: daysAgo(3), change: 'baseline' },
    { checkId: MFA, verdict: 'failed', since: daysAgo(3), change: 'regressed' },
    {
      checkId: 'ca.block-legacy',
      verdict: 'failed',
      since: daysAgo(90),
      until: daysAgo(2),
      change: 'baseline',
    },
    { checkId: 'ca.block-legacy', verdict: 'passed', since: daysAgo(2), change: 'fixed' },
    // Longer ago than a report looks back.
    { checkId: SPF, verdict: 'failed', since: daysAgo(60), change: 'new' },
  ])
}

export const postureBody = (wanted: object) => ({
  reportType: 'posture' as const,
  format: 'json' as const,
  ...wanted,
})

export async function generatePosture(
  browser: TestBrowser,
  wanted: { tenantId: string; format?: string; checkIds?: readonly string[] },
): Promise<LightMyRequestResponse> {
  const response = await browser.request({
    method: generateReport.method,
    url: generateReport.path,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: postureBody(wanted),
  })
  if (response.statusCode !== 200) throw new Error(`no report: ${response.body}`)
  return response
}

export const postureDocument = async (
  browser: TestBrowser,
  wanted: { tenantId: string; checkIds?: readonly string[] },
): Promise<PostureReport> => PostureReport.parse((await generatePosture(browser, wanted)).json())
