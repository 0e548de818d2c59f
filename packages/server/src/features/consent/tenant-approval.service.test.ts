import { TenantId } from '@tenantscope/contract/ids'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { guidOf } from '../../testing/test-app.ts'
import { createTenantApprovalService } from './tenant-approval.service.ts'

test('an accepted tenant stays accepted when its reading cannot begin, and the log says so', async () => {
  const log: string[] = []
  const approval = createTenantApprovalService({
    records: { decideApproval: () => Promise.resolve(true) },
    refresh: { refreshConsented: () => Promise.reject(new Error('no connection to the queue')) },
    auditLog: { change: () => Promise.resolve() },
    logger: pino({}, { write: (line) => log.push(line) }),
  })
  const access = grantTenantAccess(TenantId.parse(guidOf(1)))
  const by = { actor: OPERATOR, source: NO_SOURCE }
  expect(await approval.decide(access, true, by)).toEqual({ isAccepted: true })
  expect(log.join('')).toContain('starting a refresh of the approved tenant failed')
})
