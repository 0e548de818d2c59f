import { BILLING_SUBMITS } from './billing.tsx'
import { LICENSE_USE_SUBMITS } from './license-use.tsx'
import { testOneEffect } from './one-effect.ts'
import { PAGE_SUBMITS } from './pages.tsx'
import { PRICE_SUBMITS } from './prices.tsx'
import { RENEWAL_SUBMITS } from './renewals.tsx'
import { TENANT_SECURITY_SUBMITS } from './tenant-security.tsx'

for (const submit of [
  ...PAGE_SUBMITS,
  ...RENEWAL_SUBMITS,
  ...PRICE_SUBMITS,
  ...BILLING_SUBMITS,
  ...LICENSE_USE_SUBMITS,
  ...TENANT_SECURITY_SUBMITS,
])
  testOneEffect(submit)
