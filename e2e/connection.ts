import type { Page } from '@playwright/test'

/** Fills the given fields of the form on /azure-config. */
export async function fillConnection(
  page: Page,
  fields: { clientId?: string; tenantId?: string; clientSecret?: string },
): Promise<void> {
  const labels = {
    clientId: 'Application (Client) ID',
    tenantId: 'Directory (Tenant) ID',
    clientSecret: 'Client Secret',
  } as const
  const form = page.getByRole('form', { name: 'Microsoft connection' })
  for (const name of ['clientId', 'tenantId', 'clientSecret'] as const) {
    const value = fields[name]
    if (value !== undefined)
      await form.getByRole('textbox', { name: labels[name], exact: true }).fill(value)
  }
}

export async function saveConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Configuration' }).click()
}
