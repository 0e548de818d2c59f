import { ADMINISTRATION_SUBMITS } from './administration.tsx'
import { testOneEffect } from './one-effect.ts'

for (const submit of ADMINISTRATION_SUBMITS) testOneEffect(submit)
