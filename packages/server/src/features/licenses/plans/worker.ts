// A separate thread for proposals of large tenants, so that they do not block requests.
import { parentPort } from 'node:worker_threads'

import type { SetsInput } from '@tenantscope/analysis/plans/cheapest-sets'

import { computeProposal } from './plans.rules.ts'

parentPort?.on('message', (input: SetsInput) => {
  parentPort?.postMessage(computeProposal(input), [])
})
