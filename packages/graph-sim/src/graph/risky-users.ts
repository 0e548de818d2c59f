import type { GraphAnswer, GraphCall } from './call.ts'
import { answerList } from './listing.ts'
import { plainShape } from './single.ts'

const RISKY_USER = plainShape('microsoft.graph.riskyUser', [
  'id',
  'isDeleted',
  'isProcessing',
  'riskLevel',
  'riskState',
  'riskDetail',
  'riskLastUpdatedDateTime',
  'userDisplayName',
  'userPrincipalName',
])

/** Nobody here was ever found to be at risk. */
export function listRiskyUsers(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'identityProtection/riskyUsers',
    shape: RISKY_USER,
    rows: [],
    pageDefault: 20,
    pageMax: 500,
  })
}
