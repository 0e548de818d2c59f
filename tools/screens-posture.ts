import type { Page } from '@playwright/test'
import { z } from 'zod'

import type { Demo } from './demo-world.ts'

const Tenants = z.object({
  tenants: z.array(z.object({ id: z.string(), displayName: z.string() })),
})
const Details = z.object({
  policies: z.object({ conditionalAccess: z.array(z.object({ id: z.string() })) }),
})

const Shared = z.object({ shareUrl: z.string() })

async function tenantIdOf(page: Page, { url }: Demo, name: string): Promise<string> {
  const reply = await page.request.get(`${url}/api/tenants`)
  const { tenants } = Tenants.parse(await reply.json())
  const found = tenants.find(({ displayName }) => displayName.startsWith(name))
  if (found === undefined) throw new Error(`The demo has no tenant ${name}`)
  return found.id
}

export interface Screen {
  name: string
  /** Navigates a signed-in page to the screen. */
  open(page: Page, demo: Demo): Promise<void>
}

const BUSINESS_PREMIUM = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'

/** The posture and the licenses of all tenants, of a check, a license and a tenant. */
export const POSTURE_SCREENS: readonly Screen[] = [
  ...(
    [
      ['posture', '/posture', 'Tenants judged'],
      ['posture-areas', '/posture?by=areas', 'Tenants judged'],
      ['posture-fix-first', '/posture?view=fix', 'What fails where'],
      ['posture-changes', '/posture?view=changes', 'Failed checks over time'],
      ['posture-coverage', '/posture?view=coverage', 'Tenants judged'],
      ['posture-check', '/posture/ca.mfa-all-users', 'How to fix it'],
      ['licenses', '/licenses', 'Waste per month'],
      ['license', `/licenses/${BUSINESS_PREMIUM}`, 'Seats over time'],
    ] as const
  ).map(([name, address, text]) => ({
    name,
    open: async (page: Page, { url }: { url: string }) => {
      await page.goto(url + address)
      await page.getByText(text).first().waitFor()
    },
  })),
  {
    name: 'tenant-security',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await page.getByRole('link', { name: 'Bodegas Peñalara' }).first().click()
      await page.getByRole('link', { name: 'Security', exact: true }).click()
      await page.getByText('Accepted risks').first().waitFor()
    },
  },
  {
    name: 'tenant-security-check',
    open: async (page, demo) => {
      const tenantId = await tenantIdOf(page, demo, 'Bodegas Peñalara')
      await page.goto(`${demo.url}/tenant/${tenantId}?tab=security&check=ca.mfa-all-users`)
      await page.getByText('How to fix it').waitFor()
    },
  },
  {
    name: 'tenant-mfa-coverage',
    open: async (page, demo) => {
      const tenantId = await tenantIdOf(page, demo, 'Bodegas Peñalara')
      await page.goto(`${demo.url}/tenant/${tenantId}?tab=security&people=notCovered`)
      await page.getByText('Situations and symbols').waitFor()
    },
  },
  {
    name: 'tenant-policy',
    open: async (page, demo) => {
      const tenantId = await tenantIdOf(page, demo, 'Bodegas Peñalara')
      const reply = await page.request.get(`${demo.url}/api/tenants/${tenantId}/details`)
      const { policies } = Details.parse(await reply.json())
      const policy = policies.conditionalAccess[0]?.id ?? ''
      await page.goto(`${demo.url}/tenant/${tenantId}?tab=security&policy=${policy}`)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'tenant-policies-compared',
    open: async (page, demo) => {
      const tenantId = await tenantIdOf(page, demo, 'Bodegas Peñalara')
      const other = await tenantIdOf(page, demo, 'Aalto & Lind Accounting')
      await page.goto(`${demo.url}/tenant/${tenantId}?tab=security&compareWith=${other}`)
      await page.getByText('Compare Conditional Access policies').first().waitFor()
    },
  },
  {
    name: 'shared-posture-report',
    open: async (page, demo) => {
      const tenantId = await tenantIdOf(page, demo, 'Bodegas Peñalara')
      const answer = await page.request.post(`${demo.url}/api/reports/share`, {
        headers: { origin: demo.url },
        data: { tenantId, reportType: 'posture', reportData: '{}', maxAccess: 20 },
      })
      await page.goto(Shared.parse(await answer.json()).shareUrl)
      await page.getByRole('heading', { name: 'Security Posture Report' }).waitFor()
    },
  },
  {
    name: 'search-results',
    open: async (page, { url }) => {
      await page.goto(`${url}/search?q=an&kind=people`)
      await page.getByText('Showing 1–').waitFor()
    },
  },
]
