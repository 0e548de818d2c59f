import { ADMINISTRATION_ACTIONS } from './testing/submits/administration-actions.tsx'
import { testOneEffect } from './testing/submits/one-effect.ts'
import { PAGE_ACTIONS } from './testing/submits/page-actions.tsx'

for (const submit of [...PAGE_ACTIONS, ...ADMINISTRATION_ACTIONS]) testOneEffect(submit)
