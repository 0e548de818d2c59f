import { readFileSync } from 'node:fs'

import type { APIRequestContext, Browser, BrowserContext, Download, Page } from '@playwright/test'
import { z } from 'zod'

import { demo } from './demo.ts'
import { expect } from './test.ts'

const People = z.object({
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      userPrincipalName: z.string().nullable(),
      email: z.string().nullable(),
      licenseSkuIds: z.array(z.string()),
    }),
  ),
  nextCursor: z.null(),
})
const Licenses = z.object({
  licenses: z.array(z.object({ skuId: z.string(), displayName: z.string() })),
})
const Share = z.object({
  shareUrl: z.string(),
  share: z.object({ id: z.string(), shareToken: z.string() }),
})

type Person = z.infer<typeof People>['users'][number]

/** A license of a tenant, with everybody who holds it, by name. */
interface HeldLicense {
  skuId: string
  displayName: string
  holders: readonly Person[]
}

/** The assigned visible licenses of a tenant, the one with most holders first. */
export async function heldLicenses(page: Page, tenantId: string): Promise<HeldLicense[]> {
  const of = `${demo().url}/api/tenants/${tenantId}`
  const { users } = People.parse(await json(page, `${of}/users-with-licenses`))
  const { licenses } = Licenses.parse(await json(page, `${of}/licenses-with-visibility`))
  return licenses
    .map(({ skuId, displayName }) => ({
      skuId,
      displayName,
      holders: users.filter(({ licenseSkuIds }) => licenseSkuIds.includes(skuId)),
    }))
    .filter(({ holders }) => holders.length > 0)
    .toSorted((a, b) => b.holders.length - a.holders.length)
}

/** The visible license of a tenant that most people hold. */
export async function firstHeldLicense(page: Page, tenantId: string): Promise<HeldLicense> {
  const [license] = await heldLicenses(page, tenantId)
  if (license === undefined) throw new Error('No license of that tenant is held')
  return license
}

async function json(page: Page, url: string): Promise<unknown> {
  const answer = await page.request.get(url)
  expect(answer.ok()).toBe(true)
  return answer.json()
}

/** The body of a call for a report of these people. */
export function reportOf(tenantId: string, license: HeldLicense, people = license.holders) {
  return {
    tenantId,
    reportType: 'user-license',
    licenseIds: [license.skuId],
    userIds: people.map(({ id }) => id),
    format: 'csv',
  }
}

/** Makes a link without the dialog, for journeys that are about something else. */
export async function shared(page: Page, tenantId: string, license: HeldLicense) {
  const { licenseIds, userIds } = reportOf(tenantId, license)
  const reportData = JSON.stringify({ licenseIds, userIds })
  const answer = await page.request.post(`${demo().url}/api/reports/share`, {
    data: { tenantId, reportType: 'user-license', reportData },
  })
  expect(answer.ok()).toBe(true)
  return Share.parse(await answer.json())
}

/** Deactivates the links of the signed-in person. */
export async function endShares(request: APIRequestContext): Promise<void> {
  const address = `${demo().url}/api/reports`
  const answer = await request.get(`${address}/my-shares`)
  const { shares } = z
    .object({ shares: z.array(z.object({ id: z.string(), isActive: z.boolean() })) })
    .parse(await answer.json())
  for (const { id } of shares.filter(({ isActive }) => isActive))
    expect((await request.delete(`${address}/shared/${id}`)).ok()).toBe(true)
}

interface SavedFile {
  name: string
  bytes: Buffer
  text: string
}

/** What a click saves. */
export async function savedBy(page: Page, act: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return saved(download)
}

async function saved(download: Download): Promise<SavedFile> {
  const bytes = readFileSync(await download.path())
  return { name: download.suggestedFilename(), bytes, text: bytes.toString('utf8') }
}

/** What every file of a format begins with. */
export const HEADS = {
  pdf: Buffer.from('%PDF-1.'),
  csv: Buffer.from('\uFEFFDisplay Name,User Principal Name,'),
  json: Buffer.from('{"schema":"tenantscope/report","version":1,'),
  xlsx: Buffer.from('PK\u0003\u0004'),
} as const

/** A person who has nothing but a link: another browser, without cookies, whose pages are quiet too. */
export async function asStranger(
  browser: Browser,
  visit: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    // Refused requests show as this; strangers are refused on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  try {
    await visit(await context.newPage(), context)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** What is said whatever the reason, in the words of the specification. */
export async function expectRefused(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(
    page.getByText('This shared report link is invalid, expired, or has reached its access limit.'),
  ).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
}
