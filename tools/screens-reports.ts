import type { Page } from '@playwright/test'
import { z } from 'zod'

import type { Screen } from './screens-posture.ts'

const Users = z.object({
  users: z.array(z.object({ id: z.string(), licenseSkuIds: z.array(z.string()) })),
})
const Licenses = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })

/** Returns the input for a report of all users of the tenant that the page shows. */
async function wholeReport(page: Page, url: string) {
  await page.waitForURL(/\/tenant\//)
  const tenantId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const read = async (path: string): Promise<unknown> =>
    (await page.request.get(`${url}/api/tenants/${tenantId}/${path}`)).json()
  const { users } = Users.parse(await read('users-with-licenses'))
  const holders = users.filter(({ licenseSkuIds }) => licenseSkuIds.length > 0)
  const held = new Set(holders.flatMap(({ licenseSkuIds }) => licenseSkuIds))
  const { licenses } = Licenses.parse(await read('licenses-with-visibility'))
  return {
    tenantId,
    reportType: 'user-license',
    licenseIds: licenses.map(({ skuId }) => skuId).filter((skuId) => held.has(skuId)),
    userIds: holders.map(({ id }) => id),
  }
}

/** Creates a share link for the tenant that the page shows or last showed. Returns its address. */
async function share(page: Page, url: string): Promise<string> {
  const { tenantId, reportType, licenseIds, userIds } = await wholeReport(page, url)
  const reportData = JSON.stringify({ licenseIds, userIds })
  const answer = await page.request.post(`${url}/api/reports/share`, {
    data: { tenantId, reportType, reportData, maxAccess: 20 },
  })
  return z.object({ shareUrl: z.string() }).parse(await answer.json()).shareUrl
}

const tenantLink = (page: Page) =>
  page.getByRole('link', { name: 'Aalto & Lind Accounting' }).first()

/** The report wizard, a tenant's reports, share links, schedules and settings of reports. */
export const REPORT_SCREENS: readonly Screen[] = [
  {
    name: 'report-wizard',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await tenantLink(page).click()
      await page.getByRole('button', { name: 'Run report' }).first().click()
      const wizard = page.getByRole('dialog')
      await wizard.getByRole('radio', { name: /User to License Report/ }).click()
      await wizard.getByRole('button', { name: 'Next' }).click()
      await wizard.getByRole('button', { name: 'Select all' }).click()
      await wizard.getByRole('button', { name: 'Next' }).click()
      await wizard.getByRole('button', { name: 'Select all' }).click()
    },
  },
  {
    name: 'tenant-reports',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await tenantLink(page).click()
      const whole = await wholeReport(page, url)
      for (const format of ['pdf', 'xlsx'])
        await page.request.post(`${url}/api/reports/generate`, { data: { ...whole, format } })
      await page.getByRole('link', { name: 'Reports', exact: true }).click()
      await page.getByRole('heading', { name: 'Reports' }).waitFor()
      await page
        .getByRole('button', { name: /^Download the report of/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'share-report',
    open: async (page) => {
      await page.getByRole('button', { name: 'Share report' }).click()
      await page.getByLabel('Access limit').waitFor()
    },
  },
  {
    name: 'shared-links',
    open: async (page, { url }) => {
      await share(page, url)
      await page.goto(`${url}/dashboard?reports=links`)
      await page.getByText('Active').first().waitFor()
    },
  },
  {
    name: 'scheduled-reports',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard?reports=schedules`)
      await page.getByRole('button', { name: 'New schedule' }).click()
      await page.getByLabel('Day of the week').waitFor()
    },
  },
  {
    name: 'report-settings',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard?reports=settings`)
      await page.getByLabel('Company name').waitFor()
    },
  },
  {
    name: 'shared-report',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await tenantLink(page).click()
      await page.goto(await share(page, url))
      await page.getByRole('heading', { name: 'User to License Report' }).waitFor()
    },
  },
]
