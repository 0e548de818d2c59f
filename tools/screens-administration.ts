import type { Page } from '@playwright/test'
import { z } from 'zod'

const DirectoryRoles = z.object({
  roles: z.array(z.object({ roleTemplateId: z.string(), displayName: z.string() })),
})
const Licenses = z.array(z.object({ skuId: z.string(), licenseType: z.string() }))

/** The role mappings, in order. */
const MAPPINGS = [
  ['Global Administrator', 'admin'],
  ['Helpdesk Administrator', 'technician'],
  ['Global Reader', 'viewer'],
] as const

/** Prepares data for the administrators' screens: maps roles, hides free licenses, runs an audit. */
export async function administer(page: Page): Promise<void> {
  // Sent by the page, since only same-origin requests may change data.
  const ask = (path: string, method = 'GET', body?: object): Promise<unknown> =>
    page.evaluate(
      async (given) => {
        const answer = await fetch(given.path, {
          method: given.method,
          ...(given.body && {
            body: JSON.stringify(given.body),
            headers: { 'content-type': 'application/json' },
          }),
        })
        if (!answer.ok) throw new Error(`${given.path} returned ${answer.status}`)
        return answer.json()
      },
      { path, method, body },
    )

  const { roles } = DirectoryRoles.parse(await ask('/api/admin/directory-roles'))
  const mappings = MAPPINGS.map(([name, localRole]) => ({
    id: localRole,
    microsoftRole: roles.find(({ displayName }) => displayName === name)?.roleTemplateId,
    localRole,
  }))
  await ask('/api/admin/role-mappings', 'POST', { mappings })
  const licenses = Licenses.parse(await ask('/api/admin/licenses'))
  for (const { skuId } of licenses.filter(({ licenseType }) => licenseType === 'free'))
    await ask(`/api/admin/licenses/${encodeURIComponent(skuId)}`, 'PATCH', { isVisible: false })
  await ask('/api/admin/security-audit')
}
