import type { Screen } from './screens-posture.ts'

/** The licenses of all tenants and their renewals. */
export const LICENSE_SCREENS: readonly Screen[] = [
  {
    name: 'licenses',
    open: async (page, { url }) => {
      await page.goto(`${url}/licenses`)
      await page
        .getByRole('link', { name: /Microsoft 365 Business Premium/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'license',
    open: async (page) => {
      const license = page.getByRole('link', { name: /Microsoft 365 Business Premium/ }).first()
      await license.click()
      await page.getByRole('heading', { level: 1, name: /Business Premium/ }).waitFor()
    },
  },
  {
    name: 'renewals',
    open: async (page, { url }) => {
      await page.goto(`${url}/renewals`)
      await page.getByRole('table', { name: /^Renewals/ }).waitFor()
    },
  },
  {
    name: 'renewals-months',
    open: async (page) => {
      await page.getByRole('link', { name: 'Months', exact: true }).click()
      await page.waitForURL(/view=months/)
    },
  },
  {
    name: 'renewals-calendar',
    open: async (page) => {
      await page.getByRole('button', { name: 'Subscribe in a calendar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).waitFor()
    },
  },
  {
    name: 'prices',
    open: async (page, { url }) => {
      await page.goto(`${url}/admin/prices`)
      await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
    },
  },
  {
    name: 'billing-months',
    open: async (page, { url }) => {
      await page.goto(`${url}/billing-months`)
      await page.getByRole('heading', { level: 1, name: 'Billing months' }).waitFor()
    },
  },
  {
    name: 'license-use',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await page.getByRole('link', { name: 'Adriatica' }).first().click()
      await page.waitForURL(/\/tenant\//)
      await page.goto(`${page.url().split('?')[0]}/license-use`)
      await page.getByRole('table', { name: /^Licensed people by finding/ }).waitFor()
    },
  },
  {
    name: 'license-proposal',
    open: async (page) => {
      await page.goto(page.url().replace('license-use', 'license-proposal'))
      await page.getByText('At the renewals').waitFor()
    },
  },
  {
    name: 'licenses-savings-over-time',
    open: async (page, { url }) => {
      await page.goto(`${url}/licenses`)
      await page.getByText('Saved until today').scrollIntoViewIfNeeded()
    },
  },
]
