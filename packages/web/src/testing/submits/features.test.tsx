import { FEATURE_SUBMITS } from './features.tsx'
import { testOneEffect } from './one-effect.ts'

for (const submit of FEATURE_SUBMITS) testOneEffect(submit)
