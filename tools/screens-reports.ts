import type { Page } from '@playwright/test'
import { z } from 'zod'

const Users = z.object({
  users: z.array(z.object({ id: z.string(), licenseSkuIds: z.array(z.string()) })),
})
const Licenses = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })

/** Returns the input for a report of all users of the tenant that the page shows. */
export async function wholeReport(page: Page, url: string) {
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
export async function share(page: Page, url: string): Promise<string> {
  const { tenantId, reportType, licenseIds, userIds } = await wholeReport(page, url)
  const reportData = JSON.stringify({ licenseIds, userIds })
  const answer = await page.request.post(`${url}/api/reports/share`, {
    data: { tenantId, reportType, reportData, maxAccess: 20 },
  })
  return z.object({ shareUrl: z.string() }).parse(await answer.json()).shareUrl
}
