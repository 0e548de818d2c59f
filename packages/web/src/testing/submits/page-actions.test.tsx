import { testOneEffect } from './one-effect.ts'
import { PAGE_ACTIONS } from './page-actions.tsx'

for (const submit of PAGE_ACTIONS) testOneEffect(submit)
