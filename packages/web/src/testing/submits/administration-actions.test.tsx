import { ADMINISTRATION_ACTIONS } from './administration-actions.tsx'
import { testOneEffect } from './one-effect.ts'

for (const submit of ADMINISTRATION_ACTIONS) testOneEffect(submit)
